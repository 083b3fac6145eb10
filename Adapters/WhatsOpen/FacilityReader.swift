import CampusCatalog
import FeedCore
import OpeningHours
import SimdJSON

/// One facility, of version 1 (an `id`, a numbered category) or 2 (a `slug`, nested objects).
struct FacilityReader {
  let feed: Feed
  let zone: Zone
  /// When the reply came, to tell whether a schedule's validity is past.
  let receivedAt: Instant?

  /// A place further than this from its campus gets a note.
  private static let farAway = 50_000.0

  func entry(_ facility: JSONValue, _ notes: inout RecordNotes) throws(JSONFieldError) -> Entry {
    let isVersion2 = facility["slug"] != nil
    let record = isVersion2 ? try facility.requiredText("slug") : String(try facility.requiredInteger("id"))
    guard let id = EntryID(feed: feed.id, record: record), PlainText.line(record)?.utf8.elementsEqual(record.utf8) == true else {
      throw facility.fault(.value, "\"slug\" is empty, too long, or has spaces around it or control characters in it")
    }
    guard let name = try text(facility, isVersion2 ? "facility_name" : "name", &notes) else {
      throw facility.fault(.missing, "the facility has no name")
    }
    let hours = try FacilityHours(zone: zone, receivedAt: receivedAt).schedule(of: facility, &notes)
    var place = Place(category: .other, hours: hours)
    if isVersion2 {
      if let category = try facility.object("facility_category"), let label = try text(category, "name", &notes) {
        place.category = Self.category(of: label)
        place.categoryLabel = label
      }
      if let location = try facility.object("facility_location") { place.location = try self.location(location, &notes) }
      place.contact = Contact(phone: try facility.line("phone_number"))
    } else {
      place.categoryLabel = try facility.integer("category").map(String.init)
      place.location = Location(building: try text(facility, "location", &notes))
    }
    var entry = Entry(
      id: id, campus: feed.campus.id, name: name, sources: [SourceReference(feed: feed.id, record: record)], details: .place(place))
    entry.tags = try facility.lines("facility_product_tags")
    entry.labels = try facility.lines("facility_labels")
    entry.notice = try text(facility, "note", &notes)
    if let page = try facility.address("tapingo_url", noting: &notes) { entry.links = [Link(.order, page)] }
    if let logo = try facility.address("logo", noting: &notes) { entry.images = [Image(.logo, logo)] }
    return entry
  }

  /// What is called a kind of facility there, in the catalog's list.
  static func category(of label: String) -> CampusCatalog.Category {
    switch label.lowercased() {
    case "restaurant": .restaurant
    case "café", "cafe": .cafe
    case "dining hall", "take out dining hall": .diningHall
    case "convenience store": .market
    case "athletic facility": .gym
    case "office": .service
    case "library": .library
    default: .other
    }
  }

  /// Text on one line, repaired where it was encoded twice.
  private func text(_ value: JSONValue, _ key: StaticString, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    guard let member = value[key], !member.isNull else { return nil }
    guard let utf8 = member.utf8 else { throw member.fault(.type, "expected text, found \(member.kind)") }
    if PlainText.isASCII(utf8) { return PlainText.line(utf8) }
    guard let text = member.string else { return nil }
    guard let repaired = PlainText.decodedOnce(text) else { return PlainText.line(text) }
    notes.add(.text, at: "\(value.pointer)/\(key)", "the text was encoded as UTF-8 twice")
    return PlainText.line(repaired)
  }

  private func location(_ value: JSONValue, _ notes: inout RecordNotes) throws(JSONFieldError) -> Location {
    var location = Location(
      address: try text(value, "address", &notes),
      building: try text(value, "building", &notes),
      abbreviation: try text(value, "friendly_building", &notes),
      region: try value.line("campus_region"),
      onCampus: try value.flag("on_campus"))
    if let point = try value.object("coordinate_location") { location.coordinate = try coordinate(point, &notes) }
    if let coordinate = location.coordinate, let campus = feed.campus.location, coordinate.distance(to: campus) > Self.farAway {
      notes.add(.location, at: value.pointer, "\(Int(coordinate.distance(to: campus) / 1000)) km from the campus")
    }
    return location
  }

  /// GeoJSON: longitude first.
  private func coordinate(_ point: JSONValue, _ notes: inout RecordNotes) throws(JSONFieldError) -> Coordinate? {
    guard let list = try point.array("coordinates") else { return nil }
    var numbers: [Double] = []
    var elements = list.elements
    while let element = elements.next() {
      guard let number = element.double else { throw element.fault(.type, "expected a number, found \(element.kind)") }
      numbers.append(number)
    }
    guard numbers.count >= 2, let coordinate = Coordinate(latitude: numbers[1], longitude: numbers[0]) else {
      notes.add(.location, at: point.pointer, "left out: no position on the Earth")
      return nil
    }
    return coordinate
  }
}
