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
  /// Buildings, categories, tags: few, again and again.
  private var words = TextCache(.line)

  init(feed: Feed, zone: Zone, receivedAt: Instant?) {
    self.feed = feed
    self.zone = zone
    self.receivedAt = receivedAt
  }

  /// A place further than this from its campus gets a note.
  private static let farAway = 50_000.0

  mutating func entry(_ facility: JSONValue, _ notes: inout RecordNotes) throws(JSONFieldError) -> Entry {
    // Keys are asked for in the order in which the server writes them.
    var fields = facility.fields
    let isVersion2 = fields.member("slug") != nil
    let record = isVersion2 ? try facility.requiredText("slug") : String(try facility.requiredInteger("id"))
    guard let id = EntryID(feed: feed.id, record: record), PlainText.isLine(record) else {
      throw facility.fault(.value, "\"slug\" is empty, too long, or has spaces around it or control characters in it")
    }
    guard let name = try text(&fields, isVersion2 ? "facility_name" : "name", &notes) else {
      throw facility.fault(.missing, "the facility has no name")
    }
    var place = Place(category: .other)
    if isVersion2 {
      if let location = try fields.object("facility_location") { try read(location, into: &place.location, &notes) }
      if let category = try fields.object("facility_category") {
        var category = category.fields
        if let label = try text(&category, "name", isWord: true, &notes) {
          place.category = Self.category(of: label)
          place.categoryLabel = label
        }
      }
    } else {
      place.categoryLabel = try fields.integer("category").map(String.init)
      place.location = Location(building: try text(&fields, "location", &notes))
    }
    let tags = try fields.lines("facility_product_tags", &words)
    let labels = try fields.lines("facility_labels", &words)
    let order = try fields.address("tapingo_url", noting: &notes)
    if isVersion2 { place.contact = Contact(phone: try fields.line("phone_number")) }
    let logo = try fields.address("logo", noting: &notes)
    let notice = try text(&fields, "note", &notes)
    place.hours = try FacilityHours(zone: zone, receivedAt: receivedAt).schedule(of: &fields, &notes)
    var entry = Entry(
      id: id, campus: feed.campus.id, name: name, sources: [SourceReference(feed: feed.id, record: record)], details: .place(place))
    entry.tags = tags
    entry.labels = labels
    entry.notice = notice
    if let order { entry.links = [Link(.order, order)] }
    if let logo { entry.images = [Image(.logo, logo)] }
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
  private mutating func text(
    _ fields: inout JSONFields, _ key: StaticString, isWord: Bool = false, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> String? {
    guard let member = fields.member(key), !member.isNull else { return nil }
    guard let utf8 = member.utf8 else { throw member.fault(.type, "expected text, found \(member.kind)") }
    if PlainText.isASCII(utf8) { return isWord ? words.text(utf8) : PlainText.line(utf8) }
    guard let text = member.string else { return nil }
    guard let repaired = PlainText.decodedOnce(text) else { return PlainText.line(text) }
    notes.add(.text, at: "\(fields.value.pointer)/\(key)", "the text was encoded as UTF-8 twice")
    return PlainText.line(repaired)
  }

  private mutating func read(_ value: JSONValue, into location: inout Location, _ notes: inout RecordNotes) throws(JSONFieldError) {
    var fields = value.fields
    location.building = try text(&fields, "building", isWord: true, &notes)
    location.abbreviation = try text(&fields, "friendly_building", isWord: true, &notes)
    location.address = try text(&fields, "address", &notes)
    location.region = try words.text(fields.member("campus_region"))
    location.onCampus = try fields.flag("on_campus")
    if let point = try fields.object("coordinate_location") { location.coordinate = try coordinate(point, &notes) }
    if let coordinate = location.coordinate, let campus = feed.campus.location, coordinate.distance(to: campus) > Self.farAway {
      notes.add(.location, at: value.pointer, "\(Int(coordinate.distance(to: campus) / 1000)) km from the campus")
    }
  }

  /// GeoJSON: longitude first.
  private func coordinate(_ point: JSONValue, _ notes: inout RecordNotes) throws(JSONFieldError) -> Coordinate? {
    guard let list = try point.array("coordinates") else { return nil }
    var (longitude, latitude) = (Double.nan, Double.nan)
    var elements = list.elements
    while let element = elements.next() {
      guard let number = element.double else { throw element.fault(.type, "expected a number, found \(element.kind)") }
      (longitude, latitude) = elements.index == 1 ? (number, .nan) : elements.index == 2 ? (longitude, number) : (longitude, latitude)
    }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      notes.add(.location, at: point.pointer, "left out: no position on the Earth")
      return nil
    }
    return coordinate
  }
}
