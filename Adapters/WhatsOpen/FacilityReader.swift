import FeedKit

/// Reads a facility of version 1 (`id`, numbered category) or version 2 (`slug`, nested objects).
struct FacilityReader {
  let feed: Feed
  let zone: Zone
  /// When the reply was received, to determine whether the validity of a schedule has ended.
  let receivedAt: Instant?

  func entry(_ facility: JSONValue, _ notes: inout RecordNotes) throws(JSONFieldError) -> Entry {
    var fields = facility.fields
    let slug = fields.member("slug")
    let isVersion2 = slug != nil
    let record = isVersion2 ? try facility.requiredText("slug") : String(try facility.requiredInteger("id"))
    guard let id = EntryID(feed: feed.id, record: record), PlainText.isLine(record) else {
      throw facility.fault(.value, "\"slug\" is empty, too long, or has spaces around it or control characters in it")
    }
    guard let name = try RepairedText.line(&fields, isVersion2 ? "facility_name" : "name", &notes) else {
      throw facility.fault(.missing, "the facility has no name")
    }
    var place = Place(category: .other)
    if isVersion2 {
      place.location = try location(fields.object("facility_location"), &notes)
      place.categoryLabel = try categoryLabel(fields.object("facility_category"), &notes)
      place.category = place.categoryLabel.map(Self.category) ?? .other
    } else {
      place.categoryLabel = try fields.integer("category").map(String.init)
      place.location.building = try RepairedText.line(&fields, "location", &notes)
    }
    let tags = try RepairedText.words(&fields, "facility_product_tags", &notes)
    let order = try fields.address("tapingo_url", noting: &notes)
    if isVersion2 { place.contact.phone = try RepairedText.line(&fields, "phone_number", &notes) }
    let logo = try fields.address("logo", noting: &notes)
    let notice = try RepairedText.line(&fields, "note", &notes)
    place.hours = try FacilityHoursReader(zone: zone, receivedAt: receivedAt).schedule(of: &fields, &notes)
    let labels = try RepairedText.words(&fields, "facility_labels", &notes)
    return Entry(
      id: id, campus: feed.campus.id, name: name, tags: tags, labels: labels, notice: notice,
      links: order.map { [Link(.order, $0)] } ?? [], images: logo.map { [Image(.logo, $0)] } ?? [],
      sources: [SourceReference(feed: feed.id, record: record)], details: .place(place))
  }

  private func categoryLabel(_ category: JSONValue?, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    guard let category else { return nil }
    var fields = category.fields
    return try RepairedText.line(&fields, "name", in: category.pointer, &notes)
  }

  /// Maps the server's category names to catalog categories.
  static func category(of label: String) -> Category {
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

  private func location(_ value: JSONValue?, _ notes: inout RecordNotes) throws(JSONFieldError) -> Location {
    guard let value else { return Location() }
    var fields = value.fields
    var location = Location()
    location.building = try RepairedText.line(&fields, "building", in: value.pointer, &notes)
    location.abbreviation = try RepairedText.line(&fields, "friendly_building", in: value.pointer, &notes)
    location.address = try RepairedText.line(&fields, "address", in: value.pointer, &notes)
    location.region = try RepairedText.line(&fields, "campus_region", in: value.pointer, &notes)
    location.onCampus = try fields.flag("on_campus")
    if let point = try fields.object("coordinate_location") { location.coordinate = try coordinate(point, &notes) }
    notes.checkDistance(of: location.coordinate, from: feed.campus, at: value.pointer)
    return location
  }

  /// Reads a position from a GeoJSON point, which has the longitude first.
  private func coordinate(_ point: JSONValue, _ notes: inout RecordNotes) throws(JSONFieldError) -> Coordinate? {
    guard let numbers = try point.numbers("coordinates") else { return nil }
    guard numbers.count >= 2, let coordinate = Coordinate(latitude: numbers[1], longitude: numbers[0]) else {
      notes.add(.location, at: point.pointer, "left out: not a valid position")
      return nil
    }
    return coordinate
  }
}
