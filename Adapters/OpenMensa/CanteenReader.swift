import FeedKit

/// Reads a canteen.
struct CanteenReader {
  let feed: Feed
  let zone: Zone
  /// The days that were read from the canteens' own feeds, by key.
  let days: [String: CanteenDays]

  private static let cafes = Keywords("caf\u{E9}", "cafe", "CAF\u{C9}", "kaffee", "coffee", "espresso", "bistro")

  /// Returns the key of a canteen, made from its name: the format has no ids.
  static func key(of canteen: XMLElement) throws(FieldError) -> String { RecordKey.slug([try canteen.requiredLine("name")]) }

  func entry(_ canteen: XMLElement, _ notes: inout RecordNotes) throws(FieldError) -> Entry {
    let name = try canteen.requiredLine("name")
    let record = try Self.key(of: canteen)
    guard let id = EntryID(feed: feed.id, record: record) else { throw canteen.fault(.value, "no id can be made from the name") }
    var location = Location(address: try canteen.line("address"), region: try canteen.line("city"))
    location.coordinate = try canteen.element("location")?.coordinate("latitude", "longitude", noting: &notes)
    notes.checkDistance(of: location.coordinate, from: feed.campus, at: "/location")
    let place = Place(
      category: Self.cafes.occur(in: name) ? .cafe : .diningHall, location: location, hours: try hours(of: canteen, record, &notes),
      contact: Contact(phone: try canteen.line("phone"), email: try canteen.line("email")))
    return Entry(
      id: id, campus: feed.campus.id, name: name, labels: try labels(of: canteen, &notes), links: try links(of: canteen),
      sources: [SourceReference(feed: feed.id, record: record)], details: .place(place))
  }

  /// Reads the weekly times and the closed days, from the canteen's own feed if it was requested. The hours are unknown, with a note, if
  /// the date of a day cannot be read, because any day may be closed.
  private func hours(of canteen: XMLElement, _ key: String, _ notes: inout RecordNotes) throws(FieldError) -> Schedule {
    do throws(FieldError) {
      return try schedule(of: canteen, key, &notes)
    } catch {
      guard error.code == .time else { throw error }
      notes.addUnreadTimes(at: error.pointer, error.message)
      return Schedule(zone: zone, layers: [])
    }
  }

  private func schedule(of canteen: XMLElement, _ key: String, _ notes: inout RecordNotes) throws(FieldError) -> Schedule {
    let own = try CanteenDays(of: canteen)
    let listed = days[key] ?? own
    if listed.isUnknown { return Schedule(zone: zone, layers: []) }
    for date in listed.contradictions { notes.add(.hoursUnknown, at: "/day", "\(date) is closed and has meals, too") }
    let others = try MenuFeed.all(of: canteen)
    if own.isEmpty, let other = others.first, !others.contains(where: { feed.hasServer(of: $0.address.description) }) {
      notes.add(.otherServer, at: "/feed", "closed days are unknown: \(other.address) is not on a server of the feed's addresses")
    }
    let week = try OpeningTimes(of: canteen).layer(&notes)
    return Schedule(zone: zone, layers: [week, listed.layer].compactMap { $0 })
  }

  private func labels(of canteen: XMLElement, _ notes: inout RecordNotes) throws(FieldError) -> [String] {
    guard let availability = try canteen.line("availability") else { return [] }
    if availability == "public" || availability == "restricted" { return [availability] }
    notes.add(.word, at: "/availability", "left out: neither \"public\" nor \"restricted\"")
    return []
  }

  private func links(of canteen: XMLElement) throws(FieldError) -> [Link] {
    guard let source = try MenuFeed.all(of: canteen).compactMap(\.source).first else { return [] }
    return [Link(.menu, source)]
  }
}

extension ReasonCode {
  /// A feed is not read because it is on another server.
  fileprivate static let otherServer = ReasonCode("feed.other_server")
}
