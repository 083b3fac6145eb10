import FeedKit

/// Libraries with weekly hours. See README.md beside this file.
struct LibrariesAdapter: FeedAdapter {
  let manifest = AdapterManifest(
    id: "libraries", version: 1, title: "Library hours",
    summary: "Libraries of a campus with weekly hours.",
    homepage: "https://libraries.example.edu/",
    requests: ["libraries"],
    cadence: 6 * 3600)

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    let zone = try draft.zone()
    for reply in replies {
      let document = try draft.open(reply)
      let libraries = try document.root.records("libraries", in: reply.request)
      draft.readRecords(libraries, at: "/libraries", in: reply) { (library, notes) throws(JSONFieldError) in
        try Self.entry(library, of: feed, zone, &notes)
      }
    }
  }

  private static func entry(_ library: JSONValue, of feed: Feed, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> Entry {
    let record = try library.requiredLine("code")
    guard let id = EntryID(feed: feed.id, record: record) else { throw library.fault(.value, "\"code\" is too long") }
    let place = Place(category: .library, hours: try hours(of: library, zone, &notes))
    var entry = Entry(
      id: id, campus: feed.campus.id, name: try library.requiredLine("name"),
      sources: [SourceReference(feed: feed.id, record: record)], details: .place(place))
    if let page = try library.address("url", noting: &notes) { entry.links = [Link(.website, page)] }
    return entry
  }

  /// Weekly hours, 1 is Monday. A closing that is not after the opening is on the next day.
  private static func hours(of library: JSONValue, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> Schedule {
    guard let rows = try library.array("hours") else {
      notes.add(.hoursUnknown, "the library has no hours")
      return Schedule(zone: zone, layers: [])
    }
    var week = WeekHours()
    var elements = rows.elements
    while let row = elements.next() {
      guard row.isObject else { throw row.fault(.type, "expected an opening, found \(row.kind)") }
      let number = try row.requiredInteger("day")
      guard (1...7).contains(number), let day = Weekday(rawValue: Int(number) - 1) else {
        throw row.fault(.value, "\"day\" is \(number); days are 1 (Monday) to 7")
      }
      var fields = row.fields
      let opens = try fields.requiredClock("opens").localTime
      let closes = try fields.requiredClock("closes").localTime
      let end = Int(closes.minutes) + (closes <= opens ? 1440 : 0)
      guard let until = LocalTime(minutes: end), let service = Service(opens: opens, closes: until) else {
        throw row.fault(.time, "not an opening of at most 24 hours")
      }
      week.add(service, on: day)
    }
    return Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .week(week.plan(noting: &notes, at: "/hours")))])
  }
}
