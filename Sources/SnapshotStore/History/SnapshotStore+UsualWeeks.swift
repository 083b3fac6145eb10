public import Aggregation
public import CampusCatalog
import GRDB
public import OpeningHours
import SimdJSON

extension SnapshotStore {
  /// Returns the usual weeks of the places of a campus, from the dates before the date of a moment in its zone.
  ///
  /// The hours of a date are those that the feed stated last before the date ended, unless it had not been read for two weeks by then. A date
  /// on which they were unknown is left out. The ids are those of the feeds' records, before any merge. Empty for a campus without a zone.
  public func usualWeeks(of campus: Campus, at moment: Instant) async throws(StoreError) -> UsualWeeks<EntryID> {
    guard let zone = campus.timeZone else { return UsualWeeks() }
    let today = zone.local(moment).date
    return try await connection.read { database in
      var feeds: [FeedPlaces] = []
      let rows = try SnapshotRow.rows(Self.results, [campus.id.description], in: database)
      while let row = try rows.next() {
        if feeds.last?.feed != row.feed { feeds.append(FeedPlaces(feed: row.feed)) }
        feeds[feeds.count - 1].results.append(row)
      }
      var weeks = UsualWeeks<EntryID>()
      guard var date = feeds.compactMap(\.results.first).map({ zone.local($0.result.acceptedAt).date }).min() else { return weeks }
      while date < today, let next = date.adding(days: 1), let end = zone.start(of: next) {
        var hours: [EntryID: UsualWeeks<EntryID>.Hours] = [:]
        for index in feeds.indices {
          for (id, schedule) in try feeds[index].places(at: end, in: database) { hours[id] = UsualWeeks.Hours(schedule, on: date) }
        }
        weeks.add(date, hours, isNamed: campus.calendar.contains { $0.kind != .term && ($0.from...$0.to).contains(date) })
        date = next
      }
      return weeks
    }
  }

  private static let results = """
    WHERE feed >= ?1 || '/' AND feed < ?1 || '0' AND NOT EXISTS (SELECT 1 FROM feed WHERE feed.id = snapshot.feed AND is_stream <> 0)
    ORDER BY feed, id
    """
}

/// The places of a feed at one time after another.
private struct FeedPlaces {
  let feed: String
  /// All results of the feed, oldest first.
  var results: [SnapshotRow] = []
  private var current = -1
  private var places: [(id: EntryID, hours: Schedule)] = []

  init(feed: String) { self.feed = feed }

  private static let longestSilence: Int64 = 14 * 86_400

  /// Returns the places with hours that the feed stated last before a time. The times must ascend.
  mutating func places(at time: Instant, in database: Database) throws -> [(id: EntryID, hours: Schedule)] {
    let last = current
    while current + 1 < results.count, results[current + 1].result.acceptedAt < time { current += 1 }
    guard current >= 0 else { return [] }
    let row = results[current]
    if current != last, last < 0 || results[last].content != row.content {
      places = try Self.places(in: try database.requiredContent(row.content).unpacked())
    }
    return time.secondsSinceEpoch - row.result.checkedAt.secondsSinceEpoch > Self.longestSilence ? [] : places
  }

  private static func places(in lines: [UInt8]) throws -> [(id: EntryID, hours: Schedule)] {
    try lines.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let document = try JSONDocument(parsing: Array(line))
      guard document.root["kind"]?.string == Entry.Kind.place.rawValue, let hours = document.root["hours"],
        let id = document.root["id"]?.string.flatMap({ EntryID($0) })
      else { return nil }
      return (id, try Schedule(reading: hours))
    }
  }
}

extension UsualWeeks.Hours {
  /// Creates the hours of a date; nil if they are not known.
  fileprivate init?(_ schedule: Schedule, on date: LocalDate) {
    guard let index = schedule.decidingLayer(on: date), case .services = schedule.plan(on: date) else { return nil }
    self.init(schedule.plan(on: date).openMinutes, isDated: schedule.layers[index].level >= .holiday)
  }
}
