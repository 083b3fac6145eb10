import CampusCatalog
public import FeedCore
import OpeningHours
import SimdJSON

/// Eating venues of the University of Liverpool's COMP228 feed. See README.md beside this file.
public struct PlacesAdapter: FeedAdapter {
  public init() {}

  public var manifest: AdapterManifest { Self.card }

  public func requests(for feed: Feed) throws(AdapterError) -> [FeedRequest] {
    [FeedRequest("places", addresses: feed.addresses["places"] ?? [])]
  }

  public func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    let zone = try draft.zone()
    for reply in replies {
      let document = try draft.open(reply)
      let places: JSONValue
      do throws(JSONFieldError) {
        guard document.root.isObject else {
          throw document.root.fault(.type, "expected an object with \"food_venues\", found \(document.root.kind)")
        }
        places = try document.root.requiredArray("food_venues")
      } catch {
        throw AdapterError(shape: error, in: reply.request)
      }
      draft.readRecords(places, at: "/food_venues", in: reply) { (place, notes) throws(JSONFieldError) in
        try Self.entry(place, of: feed, zone, &notes)
      }
    }
  }

  private static func entry(_ value: JSONValue, of feed: Feed, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> Entry {
    let name = try value.requiredLine("name")
    let building = try value.line("building")
    let record = PlaceSlug.make(name, building)
    guard let id = EntryID(feed: feed.id, record: record) else { throw value.fault(.value, "the name makes no usable id") }
    let description = try value.text("description").flatMap(PlainText.html)
    let place = Place(
      category: PlaceWords.category(name: name, description: description),
      location: Location(building: building, coordinate: try coordinate(value, &notes)),
      hours: try hours(value, zone, &notes))
    var entry = Entry(
      id: id, campus: feed.campus.id, name: name, sources: [SourceReference(feed: feed.id, record: record)], details: .place(place))
    entry.description = description
    entry.tags = try value.lines("amenities")
    if let page = try value.address("URL", noting: &notes) { entry.links = [Link(.website, page)] }
    for (index, photo) in try value.lines("photos").enumerated() {
      if let address = WebAddress(photo) {
        entry.images.append(Image(.photo, address))
      } else {
        notes.add(.url, at: "/photos/\(index)", "left out: no absolute http or https address")
      }
    }
    return entry
  }

  // MARK: - Position

  /// `lat` and `lon` are texts that hold numbers.
  private static func coordinate(_ place: JSONValue, _ notes: inout RecordNotes) throws(JSONFieldError) -> Coordinate? {
    let latitude = try degrees(place, "lat")
    let longitude = try degrees(place, "lon")
    switch (latitude, longitude) {
    case (nil, nil): return nil
    case (let latitude?, let longitude?):
      if let coordinate = Coordinate(latitude: latitude, longitude: longitude) { return coordinate }
      fallthrough
    default:
      notes.add(.location, at: "/lat", "left out: no position on the Earth")
      return nil
    }
  }

  /// NaN for text that is no number, which is then no position.
  private static func degrees(_ place: JSONValue, _ key: StaticString) throws(JSONFieldError) -> Double? {
    guard let value = place[key], !value.isNull else { return nil }
    if let number = value.double { return number }
    guard let text = try place.line(key) else { return nil }
    let isDecimal = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0) }
    return isDecimal ? Double(text) ?? .nan : .nan
  }

  // MARK: - Hours

  /// Seven texts, Monday first. Any other number of them says nothing that is sure.
  private static func hours(_ place: JSONValue, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> Schedule {
    let unknown = Schedule(zone: zone, layers: [])
    guard place["opening_times"] != nil else { return unknown }
    let texts = try place.texts("opening_times")
    guard texts.count == 7 else {
      notes.add(.hoursUnknown, at: "/opening_times", "\(texts.count) entries where seven belong, Monday first")
      return unknown
    }
    var week: [Weekday: [Service]] = [:]
    var unreadable: Set<Weekday> = []
    for (day, text) in zip(Weekday.allCases, texts) {
      switch OpeningText.read(text) {
      case .services(let services): week[day] = services
      case .impossible: throw JSONFieldError(.time, at: "/opening_times/\(day.rawValue)", "no such time of day")
      case .unreadable:
        unreadable.insert(day)
        let shown = PlainText.line(text).map { String($0.prefix(60)) } ?? ""
        notes.add(.hoursUnknown, at: "/opening_times/\(day.rawValue)", "not readable as hours: \"\(shown)\"")
      }
    }
    var plans = week.mapValues { DayPlan($0) }
    for day in unreadable { plans[day] = .unknown }
    return Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .week(NightJoin.join(WeekPlan(plans))))])
  }
}
