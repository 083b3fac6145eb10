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
  /// What the labels of categories mean.
  private var categories: [String: CampusCatalog.Category] = [:]
  /// Used again by each facility.
  private var rows: [OpenTime.Opening] = []

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
    let slug = fields.member("slug")
    let isVersion2 = slug != nil
    let record = try Self.record(facility, slug: slug)
    guard let id = EntryID(feed: feed.id, record: record), PlainText.isLine(record) else {
      throw facility.fault(.value, "\"slug\" is empty, too long, or has spaces around it or control characters in it")
    }
    guard let name = try text(&fields, isVersion2 ? "facility_name" : "name", &notes) else {
      throw facility.fault(.missing, "the facility has no name")
    }
    let number = isVersion2 ? nil : try fields.integer("category").map(String.init)
    let location =
      isVersion2
      ? try self.location(fields.object("facility_location"), &notes) : Location(building: try text(&fields, "location", &notes))
    let category = isVersion2 ? try self.category(fields.object("facility_category"), &notes) : (.other, number)
    let tags = try words(&fields, "facility_product_tags", &notes)
    let order = try fields.address("tapingo_url", noting: &notes)
    let phone = isVersion2 ? try text(&fields, "phone_number", &notes) : nil
    let logo = try fields.address("logo", noting: &notes)
    let notice = try text(&fields, "note", &notes)
    let hours = try FacilityHours(zone: zone, receivedAt: receivedAt).schedule(of: &fields, &rows, &notes)
    // Most facilities have none. A key that is absent is looked for among all members: sooner done when they have been read.
    let labels = try words(&fields, "facility_labels", &notes)
    return Entry(
      id: id, campus: feed.campus.id, name: name, tags: tags, labels: labels, notice: notice,
      links: order.map { [Link(.order, $0)] } ?? [], images: logo.map { [Image(.logo, $0)] } ?? [],
      sources: [SourceReference(feed: feed.id, record: record)],
      details: .place(
        Place(category: category.0, categoryLabel: category.label, location: location, hours: hours, contact: Contact(phone: phone))))
  }

  /// The facility's own key.
  private static func record(_ facility: JSONValue, slug: JSONValue?) throws(JSONFieldError) -> String {
    guard let slug else { return String(try facility.requiredInteger("id")) }
    if let text = slug.string { return text }
    return try facility.requiredText("slug")
  }

  private mutating func category(_ category: JSONValue?, _ notes: inout RecordNotes) throws(JSONFieldError) -> (
    CampusCatalog.Category, label: String?
  ) {
    guard var fields = category?.fields else { return (.other, nil) }
    fields.pass("id")
    fields.pass("created")
    fields.pass("modified")
    guard let label = try text(&fields, "name", isWord: true, &notes) else { return (.other, nil) }
    if let known = categories[label] { return (known, label) }
    let category = Self.category(of: label)
    if categories.count < Self.mostCategories { categories[label] = category }
    return (category, label)
  }

  private static let mostCategories = 100

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

  private mutating func text(
    _ fields: inout JSONFields, _ key: StaticString, isWord: Bool = false, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> String? {
    guard let member = fields.member(key), !member.isNull else { return nil }
    guard let utf8 = member.utf8 else { throw member.fault(.type, "expected text, found \(member.kind)") }
    if isWord, PlainText.isASCII(utf8) { return words.text(utf8) }
    return try RepairedText.line(member, at: "\(fields.value.pointer)/\(key)", &notes)
  }

  /// The words of an array, without empty and repeated ones.
  private mutating func words(
    _ fields: inout JSONFields, _ key: StaticString, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> [String] {
    guard let list = try fields.array(key) else { return [] }
    var elements = list.elements
    guard var element = elements.next() else { return [] }
    var lines = UniqueTexts()
    while true {
      guard let utf8 = element.utf8 else { throw element.fault(.type, "expected text, found \(element.kind)") }
      let line =
        PlainText.isASCII(utf8) ? words.text(utf8) : try RepairedText.line(element, at: "/\(key)/\(elements.index - 1)", &notes)
      if let line { lines.insert(line) }
      guard let next = elements.next() else { return lines.texts }
      element = next
    }
  }

  private mutating func location(_ value: JSONValue?, _ notes: inout RecordNotes) throws(JSONFieldError) -> Location {
    guard let value else { return Location() }
    var fields = value.fields
    fields.pass("id")
    fields.pass("created")
    fields.pass("modified")
    let building = try text(&fields, "building", isWord: true, &notes)
    let abbreviation = try text(&fields, "friendly_building", isWord: true, &notes)
    let address = try text(&fields, "address", &notes)
    let region = try text(&fields, "campus_region", isWord: true, &notes)
    let onCampus = try fields.flag("on_campus")
    var coordinate: Coordinate?
    if let point = try fields.object("coordinate_location") { coordinate = try self.coordinate(point, &notes) }
    if let coordinate, let campus = feed.campus.location, !coordinate.isNear(campus), coordinate.distance(to: campus) > Self.farAway {
      notes.add(.location, at: value.pointer, "\(Int(coordinate.distance(to: campus) / 1000)) km from the campus")
    }
    return Location(
      address: address, building: building, abbreviation: abbreviation, region: region, onCampus: onCampus, coordinate: coordinate)
  }

  /// GeoJSON: longitude first.
  private func coordinate(_ point: JSONValue, _ notes: inout RecordNotes) throws(JSONFieldError) -> Coordinate? {
    var fields = point.fields
    fields.pass("type")
    guard let list = try fields.array("coordinates") else { return nil }
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

extension Coordinate {
  /// Less than 48 km away, told without trigonometry: a degree of latitude or longitude is at most 111.4 km.
  fileprivate func isNear(_ other: Coordinate) -> Bool {
    abs(latitude - other.latitude) < 0.3 && abs(longitude - other.longitude) < 0.3
  }
}
