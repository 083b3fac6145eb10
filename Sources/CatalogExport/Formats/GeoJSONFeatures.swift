package import CampusCatalog
import CatalogQuery
import OpeningHours
import SimdJSON

/// Places, and events with a position, as a GeoJSON feature collection (RFC 7946), one feature on each line. The properties of places have the
/// names of OpenStreetMap. With usual weeks, these are the hours, and there are only places that have one.
///
/// The bounding box is known only at the end, so it follows the features. Members that RFC 7946 does not define (section 6.1) say where the
/// data comes from.
struct GeoJSONFeatures: LineFormat {
  private let header: ExportHeader
  private var box = BoundingBox()

  init(_ header: ExportHeader) { self.header = header }

  var separator: StaticString { ",\n" }

  func begin() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("type", "FeatureCollection")
    writer.member("generatedAt", header.generatedAt.description)
    writer.member("timeZone", header.zone?.name)
    header.writeSources(to: &writer)
    writer.literal(",\n\"features\":[\n")
    return writer.bytes
  }

  func text(of entries: [Entry]) -> [UInt8] {
    var writer = JSONWriter(capacity: entries.count * 1024)
    var isFirst = true
    for entry in entries {
      let hours = header.baseHours(of: entry)
      let isFeature = entry.kind == .place || entry.event?.location.coordinate != nil
      guard header.usual == nil ? isFeature : hours?.portableOSM != nil else { continue }
      if !isFirst { writer.literal(",\n") }
      isFirst = false
      writer.beginObject()
      writer.member("type", "Feature")
      writer.member("id", entry.id.description)
      write(entry.location?.coordinate, to: &writer)
      if let place = entry.place { write(entry, place, hours, to: &writer) }
      if let event = entry.event { write(entry, event, to: &writer) }
      writer.endObject()
    }
    return writer.bytes
  }

  mutating func note(_ entries: [Entry], among all: [Entry]) {
    for entry in entries {
      if header.usual != nil, header.baseHours(of: entry)?.portableOSM == nil { continue }
      if let position = entry.location?.coordinate { box.add(position) }
    }
  }

  func end() -> [UInt8] {
    var writer = JSONWriter()
    writer.literal("\n]")
    if let (west, south, east, north) = box.edges {
      writer.literal(",\n\"bbox\":")
      writer.array([west, south, east, north]) { $1.number($0) }
    }
    writer.literal("}\n")
    return writer.bytes
  }

  private func write(_ position: Coordinate?, to writer: inout JSONWriter) {
    writer.key("geometry")
    guard let position else { return writer.null() }
    writer.beginObject()
    writer.member("type", "Point")
    // Longitude comes first (RFC 7946, section 3.1.1).
    writer.list("coordinates", [position.longitude, position.latitude]) { $1.number($0) }
    writer.endObject()
  }

  private func write(_ entry: Entry, _ event: Event, to writer: inout JSONWriter) {
    let listing = EventListing(entry, event, by: header.rule)
    writer.object("properties") { writer in
      writer.member("name", entry.name)
      writer.member("kind", entry.kind.rawValue)
      writer.member("startDate", event.startDate)
      writer.member("endDate", event.endDate)
      if let zone = listing.zone, !listing.isAllDay, listing.status.unknownReason == nil {
        writer.member("starts", listing.occurrence.map { zone.text($0.start) })
        writer.member("ends", listing.occurrence.map { zone.text($0.end) })
        if event.endUnknown { writer.member("endUnknown", true) }
      }
      writer.member("timeZone", listing.zone?.name)
      writer.member("status", event.status?.rawValue)
      writer.member("addr:full", event.location.address)
      writer.member("addr:housename", event.location.building)
      writer.member("room", event.location.room)
      writer.member("organizer", event.organizer)
      writer.member("cost", event.cost)
      writer.member("website", entry.page(.website))
      writer.member("website:registration", entry.page(.registration))
      let texts = [entry.notice, entry.description].compactMap(\.self)
      writer.member("description", texts.isEmpty ? nil : texts.joined(separator: "\n"))
      writer.member("campus", entry.campus.description)
      writer.member("tags", entry.tags)
      writer.member("aliases", entry.aliases.map(\.description))
      writer.member("source", entry.sources.map { "\($0.feed)" }.joined(separator: ";"))
      writer.member("changedAt", header.lastChange(entry)?.description)
    }
  }

  private func write(_ entry: Entry, _ place: Place, _ hours: Schedule?, to writer: inout JSONWriter) {
    writer.object("properties") { writer in
      writer.member("name", entry.name)
      for tag in place.category.osmTags { writer.member(tag) }
      if let hours = hours?.portableOSM { writer.member("opening_hours", hours) }
      writer.member("hours", hours?.layers.isEmpty ?? true ? "unknown" : "known")
      writer.member("timeZone", hours?.zone.name ?? header.campus(entry.campus)?.timeZone?.name)
      writer.member("addr:full", place.location.address)
      writer.member("addr:housename", place.location.building)
      let country = header.campus(entry.campus)?.country
      writer.member("addr:country", country)
      let phone = place.contact.phone.flatMap { PhoneNumber($0, country: country)?.text }
      writer.member("phone", phone)
      if phone == nil { writer.member("phoneText", place.contact.phone) }
      writer.member("email", place.contact.email)
      // Several pages of one kind are rare, and an object has a key only once.
      writer.member("website", entry.page(.website))
      writer.member("website:menu", entry.page(.menu))
      writer.member("website:orders", entry.page(.order))
      writer.member("image", entry.images.first { $0.role == .photo }?.href.description)
      // A note in OpenStreetMap is for mappers, so a notice is part of the description.
      let texts = [entry.notice, entry.description].compactMap(\.self)
      writer.member("description", texts.isEmpty ? nil : texts.joined(separator: "\n"))
      writer.member("campus", entry.campus.description)
      writer.member("category", place.category.rawValue)
      writer.member("access", place.access?.rawValue)
      writer.member("partOf", place.partOf?.description)
      for line in Place.lines { writer.member(line.key, place[keyPath: line.path]) }
      writer.member("abbreviation", place.location.abbreviation)
      writer.member("region", place.location.region)
      writer.member("onCampus", place.location.onCampus)
      writer.member("tags", entry.tags)
      writer.member("labels", entry.labels)
      writer.member("aliases", entry.aliases.map(\.description))
      writer.member("source", entry.sources.map { "\($0.feed)" }.joined(separator: ";"))
      writer.member("changedAt", header.lastChange(entry)?.description)
    }
  }
}

extension ExportHeader {
  /// Returns the hours of a place; its usual week instead, if the export has usual weeks, and nil if that is not certain.
  func baseHours(of entry: Entry) -> Schedule? {
    guard let usual else { return entry.place?.hours }
    let zone = entry.place?.hours?.zone
    return zone.flatMap { zone in usual(entry).flatMap { $0.schedule(in: zone) } }
  }

  /// Writes the members `sources` and `missing`: the feeds of the export, and the ids of those whose entries it lacks, if it is known.
  func writeSources(to writer: inout JSONWriter) {
    writer.objects("sources", feeds.map { ($0.id, $0) } + unreportedFeeds.map { ($0, nil) }) { feed, writer in
      let (id, report): (FeedID, FeedReport?) = feed
      writer.member("feed", id.description)
      writer.member("url", report?.url)
      writer.member("license", report?.license)
      writer.member("outcome", report?.outcome.rawValue)
      writer.member("reason", report?.reason?.description)
      writer.member("fetchedAt", report?.fetchedAt?.description)
      writer.member("timeZone", campus(id.campus)?.timeZone?.name)
    }
    // Without reports it is unknown which feeds are missing.
    if unreportedFeeds.isEmpty { writer.list("missing", missing) { $1.string($0.id.description) } }
  }
}

extension Entry {
  /// Returns the address of the first page of a kind; nil if there is none.
  package func page(_ relation: Link.Relation) -> String? { links.first { $0.relation == relation }?.href.description }
}

/// The smallest box around positions.
struct BoundingBox: Sendable {
  private var (south, north) = (Double.infinity, -Double.infinity)
  private var (west, east) = (Double.infinity, -Double.infinity)
  /// The first longitude east of Greenwich, and the last one west of it: the edges of a box across the antimeridian.
  private var (firstEastern, lastWestern) = (Double.infinity, -Double.infinity)

  mutating func add(_ position: Coordinate) {
    let longitude = position.longitude
    (south, north) = (min(south, position.latitude), max(north, position.latitude))
    (west, east) = (min(west, longitude), max(east, longitude))
    if longitude < 0 { lastWestern = max(lastWestern, longitude) } else { firstEastern = min(firstEastern, longitude) }
  }

  /// The edges; nil without positions. If the box crosses the antimeridian, `west` is greater than `east` (RFC 7946, section 5.2).
  var edges: (west: Double, south: Double, east: Double, north: Double)? {
    guard south <= north else { return nil }
    let crosses = west < 0 && east >= 0 && 360 - (firstEastern - lastWestern) < east - west
    return crosses ? (firstEastern, south, lastWestern, north) : (west, south, east, north)
  }
}
