import CampusCatalog
public import FeedCore
import OpeningHours
import SimdJSON

/// Libraries with weekly hours. See README.md beside this file.
public struct LibrariesAdapter: FeedAdapter {
  public init() {}

  public var manifest: AdapterManifest { Self.card }

  public func requests(for feed: Feed) throws(AdapterError) -> [FeedRequest] {
    [FeedRequest("libraries", addresses: feed.addresses["libraries"] ?? [])]
  }

  public func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    let zone = try draft.zone()
    for reply in replies {
      let document = try draft.open(reply)
      let libraries: JSONValue
      do throws(JSONFieldError) {
        guard document.root.isObject else {
          throw document.root.fault(.type, "expected an object with \"libraries\", found \(document.root.kind)")
        }
        libraries = try document.root.requiredArray("libraries")
      } catch {
        throw AdapterError(shape: error, in: reply.request)
      }
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
    var week: [Weekday: [Service]] = [:]
    var elements = rows.elements
    while let row = elements.next() {
      guard row.isObject else { throw row.fault(.type, "expected an opening, found \(row.kind)") }
      let number = try row.requiredInteger("day")
      guard (1...7).contains(number), let day = Weekday(rawValue: Int(number) - 1) else {
        throw row.fault(.value, "\"day\" is \(number); days are 1 (Monday) to 7")
      }
      let opens = try time(row, "opens")
      let closes = try time(row, "closes")
      let end = Int(closes.minutes) + (closes <= opens ? 1440 : 0)
      guard let until = LocalTime(minutes: end), let service = Service(opens: opens, closes: until) else {
        throw row.fault(.time, "no opening of at most 24 hours")
      }
      week[day, default: []].append(service)
    }
    let plan = NightJoin.join(WeekPlan(week.mapValues { DayPlan($0) }))
    return Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .week(plan))])
  }

  private static func time(_ row: JSONValue, _ key: StaticString) throws(JSONFieldError) -> LocalTime {
    guard let time = ClockTime(try row.requiredText(key)) else { throw row.fault(.time, "\"\(key)\" is no time of the form HH:MM") }
    return time.localTime
  }
}
