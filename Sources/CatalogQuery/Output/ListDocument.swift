public import CampusCatalog
public import OpeningHours
public import SimdJSON

/// The JSON of lists of entries, `campus-list/1`:
///
///     {"schema":"campus-list/1","at":"2026-11-21T12:00:00-05:00","total":2,"entries":[
///     {"id":…,…,"status":{"state":"open","until":"…","sentence":"Open until 15:00"}},
///     {"id":…,…,"status":{…},"distance":120.5}
///     ]}
///
/// Entries are as in a catalog, one on a line, with what is known of them behind their own members: `status` for places,
/// `distance` (metres, to a decimetre) where it was asked for, `phase` for alerts. Times have the offset of the place's zone at
/// that time. Made by `init`, then `add` for each entry, then `finish`.
public struct ListDocument: ~Copyable {
  /// The name and version of the format.
  public static let schema = "campus-list/1"

  private var writer = JSONWriter()
  private var isEmpty = true

  /// - Parameters:
  ///   - zone: in which `at` is written; nil: UTC.
  ///   - total: how many entries there are, with those that are not added.
  public init(at instant: Instant, in zone: Zone?, total: Int) {
    writer.beginObject()
    writer.key("schema")
    writer.string(Self.schema)
    writer.key("at")
    writer.time(instant, in: zone)
    writer.key("total")
    writer.integer(total)
    writer.key("entries")
    writer.beginArray()
  }

  public mutating func add(_ listing: PlaceListing) {
    begin(listing.entry)
    writer.key("status")
    writer.beginObject()
    writer.key("state")
    writer.string(PlaceState(listing.status).rawValue)
    for (key, instant) in [("until", listing.status.until), ("opens", listing.status.opens)] {
      guard let instant else { continue }
      writer.key(key)
      writer.time(instant, in: listing.zone)
    }
    if let because = listing.status.because {
      writer.key("because")
      writer.string(because.code)
    }
    writer.key("sentence")
    writer.string(listing.sentence)
    writer.endObject()
    if let distance = listing.distance {
      writer.key("distance")
      writer.number((distance * 10).rounded() / 10)
    }
    writer.endObject()
  }

  public mutating func add(_ listing: AlertListing) {
    begin(listing.entry)
    writer.key("phase")
    writer.string(listing.phase.rawValue)
    writer.endObject()
  }

  /// An entry with nothing more: an event, a quote.
  public mutating func add(_ entry: Entry) {
    separate()
    entry.write(to: &writer)
  }

  /// Passes on what was written so far, if it is at least 256 KiB, and forgets it, so that a long list needs little memory.
  public mutating func flush<Failure: Error>(_ write: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
    guard writer.count >= 1 << 18 else { return }
    try writer.withBytes(write)
    writer.removeAll()
  }

  /// Ends the document.
  ///
  /// - Parameter members: writes what stands behind `entries`.
  /// - Returns: the text that was not flushed, with a line feed at its end.
  public consuming func finish(_ members: (inout JSONWriter) -> Void = { _ in }) -> String {
    if !isEmpty { writer.literal("\n") }
    writer.endArray()
    members(&writer)
    writer.endObject()
    writer.literal("\n")
    return writer.text
  }

  /// An entry without its end.
  private mutating func begin(_ entry: Entry) {
    separate()
    entry.write(to: &writer)
    writer.drop(to: writer.count - 1)
    writer.literal(",")
  }

  private mutating func separate() {
    writer.literal(isEmpty ? "\n" : ",\n")
    isEmpty = false
  }
}

extension JSONWriter {
  /// RFC 3339 with the offset of a zone; in UTC without one.
  mutating func time(_ instant: Instant, in zone: Zone?) { string(zone?.text(instant) ?? instant.description) }
}

extension Zone {
  /// The one zone that all of these campuses have, campuses without one left out; nil when there are several or none.
  public static func shared(by campuses: some Sequence<Campus>) -> Zone? {
    let zones = Set(campuses.compactMap(\.timeZone))
    return zones.count == 1 ? zones.first : nil
  }
}
