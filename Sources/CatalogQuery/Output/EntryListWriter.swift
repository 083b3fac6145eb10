public import CampusCatalog
public import OpeningHours
public import SimdJSON

/// A writer of entry lists as JSON (`campus-list/1`):
///
///     {"schema":"campus-list/1","at":"2026-11-21T12:00:00-05:00","total":2,"entries":[
///     {"id":…,…,"status":{"state":"open","until":"…","sentence":"Open until 15:00"}},
///     {"id":…,…,"status":{…},"distance":120.5}
///     ]}
///
/// Each entry has its own line, and the same members as in a catalog. Places also have `status` and, if the query is by distance,
/// `distance` in meters with one decimal; those that a search finds by their dishes have `dishes`. Events also have `occurrence`, the current or next one, and alerts `phase`. Times have the offset of the place's zone.
///
/// As newline-delimited JSON, a list is only the lines of its entries, without the document around them; as tab-separated values, it has a
/// row for each. Entries may be limited to chosen members.
public struct EntryListWriter: ~Copyable {
  /// The name and version of the format.
  public static let schema = "campus-list/1"

  private var list: ListWriter

  /// Begins newline-delimited JSON.
  ///
  /// - Parameter fields: the members that entries have; nil for all.
  public init(fields: ListFields? = nil) { list = ListWriter(.lines, fields: fields) }

  /// Begins tab-separated values with these columns.
  public init(columns: ListFields) { list = ListWriter(.table, fields: columns) }

  /// Begins a document.
  ///
  /// - Parameters:
  ///   - zone: the zone in which the instant is written; nil for UTC.
  ///   - total: the number of matches, including ones that are not added.
  ///   - fields: the members that entries have; nil for all.
  public init(at instant: Instant, in zone: Zone?, total: Int, fields: ListFields? = nil) {
    list = ListWriter(
      .document(
        begin: { writer in
          writer.member("schema", Self.schema)
          writer.member("at", instant, in: zone)
          writer.member("total", total)
        }, key: "entries"), fields: fields)
  }

  /// - Parameters:
  ///   - menus: the menus of the place that answer the question; none if they were not requested.
  ///   - today: the service day in question; nil if it was not requested.
  ///   - week: seven service days; none if they were not requested.
  public mutating func add(_ listing: PlaceListing, menus: [Entry] = [], today: DayListing? = nil, week: [DayListing] = []) {
    add(listing.entry) { writer in
      writer.status(of: listing)
      if let today {
        writer.key("today")
        today.write(to: &writer)
      }
      if !week.isEmpty { writer.list("week", week) { $0.write(to: &$1) } }
      if let usual = listing.usual {
        writer.key("usual")
        usual.write(to: &writer)
      }
      writer.distance(of: listing)
      if !listing.dishes.isEmpty {
        writer.list("dishes", listing.dishes) { $1.string($0) }
        writer.member("dishesDate", listing.dishesDate?.description)
      }
      if !menus.isEmpty { writer.list("menus", menus) { $0.write(to: &$1) } }
    }
  }

  public mutating func add(_ listing: AlertListing) {
    add(listing.entry) { $0.member("phase", listing.phase.rawValue) }
  }

  public mutating func add(_ listing: EventListing) {
    add(listing.entry) { writer in
      writer.object("occurrence") { writer in
        writer.member("state", PlaceState(listing.status).rawValue)
        if let zone = listing.zone {
          writer.member("starts", listing.occurrence?.start, in: zone)
          writer.member("ends", listing.occurrence?.end, in: zone)
        }
        if listing.occurrence != nil, listing.event.endUnknown { writer.member("endUnknown", true) }
        writer.member("because", listing.status.unknownReason?.code)
        writer.member("sentence", listing.sentence)
      }
    }
  }

  /// Adds an entry without further members, such as a quote.
  public mutating func add(_ entry: Entry) { list.add { entry.write(to: &$0) } }

  /// Adds an entry with further members.
  private mutating func add(_ entry: Entry, _ members: (inout JSONWriter) -> Void) {
    list.add { writer in
      entry.write(to: &writer)
      // Without its closing brace.
      writer.truncate(to: writer.count - 1)
      writer.literal(",")
      members(&writer)
      writer.endObject()
    }
  }

  /// Passes on and removes the output so far, if it is at least 256 KiB, so that a long list needs little memory.
  public mutating func flush<Failure: Error>(_ write: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
    try list.flush(write)
  }

  /// Ends the list.
  ///
  /// - Parameter members: writes additional members of a document after `entries`.
  /// - Returns: the part of the list that was not flushed, with a line feed at the end.
  public consuming func finish(_ members: (inout JSONWriter) -> Void = { _ in }) -> String { list.finish(members) }

  /// Ends the list, and calls `body` with its bytes.
  public consuming func finish<Result>(_ members: (inout JSONWriter) -> Void, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    list.finish(members, body)
  }
}

extension JSONWriter {
  /// Writes the member `status` of a place.
  mutating func status(of listing: PlaceListing) {
    object("status") { writer in
      writer.member("state", PlaceState(listing.status).rawValue)
      writer.member("until", listing.status.until, in: listing.zone)
      writer.member("opens", listing.status.opens, in: listing.zone)
      writer.member("because", listing.status.unknownReason?.code)
      writer.member("sentence", listing.sentence)
    }
  }

  /// Writes the member `distance` of a place, in meters with one decimal, unless the query is not by distance.
  mutating func distance(of listing: PlaceListing) {
    guard let distance = listing.distance else { return }
    key("distance")
    number((distance * 10).rounded() / 10)
  }

  /// Writes a member with an instant as RFC 3339 text in a zone (nil for UTC), unless the instant is nil.
  mutating func member(_ key: StaticString, _ instant: Instant?, in zone: Zone?) {
    member(key, instant.map { zone?.text($0) ?? $0.description })
  }
}

extension Zone {
  /// Returns the zone that all campuses share, ignoring campuses without a zone; nil if there are several zones or none.
  public static func shared(by campuses: some Sequence<Campus>) -> Zone? {
    let zones = Set(campuses.compactMap(\.timeZone))
    return zones.count == 1 ? zones.first : nil
  }
}

/// The JSON Schema (2020-12) of `campus-list/1`.
///
/// The file in `Sources/CatalogQuery/Schema` has the definitions that only lists have, and the members that a list adds to a place and an
/// alert. All others come from the schema of catalogs.
public enum EntryListSchema {
  public static var bytes: [UInt8] { tree.schemaBytes }

  /// The names of the members of an entry, and of the members of those: `status`, `status.state`. For `ListFields`.
  public static let fieldNames = tree.memberNames(of: Entry.Kind.allCases.map(\.rawValue))

  /// The schema as a value.
  package static let tree: JSONTree = {
    let own = JSONTree(embedded: EmbeddedFiles.bytes(of: "Schema/campus-list-1.schema.json"))
    let added = own.value(at: ["added"])
    let definitions = (CatalogSchema.tree.value(at: ["$defs"])?.children ?? []).map { key, value in
      (key: key, value: added?.value(at: [key]).map(value.merged) ?? value)
    }
    return own.with(own.children.filter { $0.key != "added" }).completed(with: definitions)
  }()
}
