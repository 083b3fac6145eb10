public import Aggregation
public import CampusCatalog
import GRDB
public import OpeningHours
import SimdJSON

extension SnapshotStore {
  /// After a feed has not been read for this long, its hours are not known. In seconds.
  static let longestSilence: Int64 = 14 * 86_400

  /// Returns the usual weeks of the places of a campus, from the dates before the date of a moment in its zone.
  ///
  /// The hours of a date are those that the feed stated last before the date ended, unless it had not been read for two weeks by then. A date
  /// on which they were unknown is left out. The ids are those of the feeds' records, before any merge. Empty for a campus without a zone.
  public func usualWeeks(of campus: Campus, at moment: Instant) async throws(StoreError) -> UsualWeeks<EntryID> {
    guard let zone = campus.timeZone else { return UsualWeeks() }
    return try await connection.read { database in
      var reader = try UsualWeekReader(of: campus, zone, in: database)
      try reader.add(before: zone.local(moment).date)
      var weeks = reader.weeks
      weeks.finish()
      return weeks
    }
  }

  /// Returns what the usual weeks of a campus depend on, which takes much less time; nil for a campus without a zone.
  public func usualWeekBasis(of campus: Campus, at moment: Instant) async throws(StoreError) -> UsualWeekBasis? {
    guard let zone = campus.timeZone else { return nil }
    let today = zone.local(moment).date
    guard let start = zone.start(of: today) else { return nil }
    // All dates before today have the hours of a feed that was read later than this.
    let sound = Instant(secondsSinceEpoch: start.secondsSinceEpoch - Self.longestSilence) ?? start
    return try await connection.read { database in
      var hasher = Hasher()
      let rows = try SnapshotRow.rows(UsualWeekReader.results, [campus.id.description], in: database)
      while let row = try rows.next() {
        if row.result.acceptedAt >= start { continue }
        hasher.combine(row.feed)
        hasher.combine(row.result.acceptedAt)
        hasher.combine(min(row.result.checkedAt, sound))
        hasher.combine(row.content)
      }
      return UsualWeekBasis(campus: campus, today: today, results: hasher.finalize())
    }
  }

  /// Returns the dates with new hours between each two consecutive moments, compared with the usual week.
  ///
  /// Dates that had passed by the later moment have the hours that the feed stated last; later dates have those of its result at that
  /// moment. The usual week consists of the dates before, known in the same way.
  ///
  /// - Parameters:
  ///   - moments: ascending.
  ///   - places: the ids of the feeds' records to compare; nil for all.
  /// - Returns: one dictionary for each moment but the first, with the dates of each record, ascending.
  public func newDates(
    of campus: Campus, between moments: [Instant], of places: Set<EntryID>? = nil
  ) async throws(StoreError) -> [[EntryID: [NewDate]]] {
    guard let zone = campus.timeZone else { return moments.dropFirst().map { _ in [:] } }
    return try await connection.read { database in
      var reader = try UsualWeekReader(of: campus, zone, in: database)
      return try zip(moments, moments.dropFirst()).map { try reader.newDates(from: $0, to: $1, of: places) }
    }
  }
}

/// Reads the usual weeks of a campus from its stored results, in the order of time.
private struct UsualWeekReader {
  private typealias Hours = UsualWeeks<EntryID>.Hours

  private(set) var weeks = UsualWeeks<EntryID>()
  private let campus: Campus
  private let zone: Zone
  private let database: Database
  private var feeds: [FeedPlaces] = []
  /// The first date that has not been added; nil without results.
  private var next: LocalDate?

  /// The number of days after which a later date is not compared.
  private static let horizon = 400

  static let results = """
    WHERE feed >= ?1 || '/' AND feed < ?1 || '0' AND NOT EXISTS (SELECT 1 FROM feed WHERE feed.id = snapshot.feed AND is_stream <> 0)
    ORDER BY feed, id
    """

  init(of campus: Campus, _ zone: Zone, in database: Database) throws {
    (self.campus, self.zone, self.database) = (campus, zone, database)
    let rows = try SnapshotRow.rows(Self.results, [campus.id.description], in: database)
    while let row = try rows.next() {
      if feeds.last?.feed != row.feed { feeds.append(FeedPlaces(feed: row.feed)) }
      feeds[feeds.count - 1].results.append(row)
    }
    next = feeds.compactMap(\.results.first).map { zone.local($0.result.acceptedAt).date }.min()
  }

  /// Adds the dates before a date.
  mutating func add(before end: LocalDate) throws {
    while let (date, places) = try nextPassed(before: end) { weeks.add(date, Self.hours(places, on: date), isNamed: campus.names(date)) }
  }

  /// Returns the next date before another one, which have passed, with the hours that were stated last before its end.
  private mutating func nextPassed(before limit: LocalDate) throws -> (date: LocalDate, places: [EntryID: Schedule])? {
    guard let date = next, date < limit, let following = date.adding(days: 1), let end = zone.start(of: following) else { return nil }
    next = following
    return (date, try places(at: Instant(secondsSinceEpoch: end.secondsSinceEpoch - 1, nanoseconds: 999_999_999) ?? end))
  }

  mutating func newDates(from start: Instant, to end: Instant, of wanted: Set<EntryID>?) throws -> [EntryID: [NewDate]] {
    let today = zone.local(end).date
    try add(before: zone.local(start).date)
    let old = try places(at: start)
    let (ids, campus) = (wanted ?? Set(old.keys), campus)
    var found: [EntryID: [NewDate]] = [:]
    /// Adds a date to some weeks, and compares the places with new hours.
    func compare(_ date: LocalDate, _ places: [EntryID: Schedule], with weeks: inout UsualWeeks<EntryID>) {
      var changed: [EntryID: Bool] = [:]
      for id in ids {
        guard let old = old[id], let new = places[id], Self.isNew(date, old, new) else { continue }
        changed[id] = old.plan(on: date) != .unknown
      }
      // The first date that tells that this is a new term is about all places.
      let isTold = weeks.mayBecomeTerm && old.contains { id, old in places[id].map { Self.isNew(date, old, $0) } ?? false }
      let hours = Self.hours(places, on: date)
      for (id, date) in weeks.compare(date, hours, isNamed: campus.names(date), of: changed, others: isTold ? Array(ids) : []) {
        found[id, default: []].append(date)
      }
    }
    while let (date, places) = try nextPassed(before: today) { compare(date, places, with: &weeks) }
    let new = try places(at: end)
    let ahead = Set((weeks.mayBecomeTerm ? Set(old.keys) : ids).flatMap { Self.newDates(old[$0], new[$0], from: today) })
    guard let first = next.map({ max($0, today) }), let last = ahead.max() else { return found }
    // Later results may change the dates that are still to come.
    let (passed, known) = (found, weeks)
    /// Adds the dates of some weekdays. Returns the weeks after them.
    func look(at weekdays: Set<Weekday>, through last: LocalDate) -> UsualWeeks<EntryID> {
      var weeks = known
      found = passed
      var date = first
      while date <= last {
        if weekdays.contains(date.weekday) { compare(date, new, with: &weeks) }
        guard let next = date.adding(days: 1) else { break }
        date = next
      }
      return weeks
    }
    _ = look(at: Set(ahead.map(\.weekday)), through: last)
    guard found.values.joined().contains(where: { $0.since != nil }) else { return found }
    // How much of a week is lost depends on its other days, and whether a change lasts on the dates that are known after it.
    let end = ids.lazy.compactMap { new[$0]?.layers.flatMap(\.boundaries).max() }.max().flatMap { LocalDate(daysSinceEpoch: Int($0)) }
    let later = look(at: Set(Weekday.allCases), through: max(last, min(end ?? last, today.adding(days: Self.horizon) ?? last)))
    return found.reduce(into: [:]) { found, place in
      found[place.key] = place.value.map { date in
        let (before, after) = (known[place.key]?[date.date.weekday]?.times, later[place.key]?[date.date.weekday]?.times)
        if date.date < today { return date }
        // The usual hours are as they were: nothing lasts.
        if before == after { return date.compared(with: before) }
        return date.since == nil || date.newUsual == after ? date : date.compared(with: date.usual)
      }
    }
  }

  /// Returns the dates from a day on that have new hours.
  private static func newDates(_ old: Schedule?, _ new: Schedule?, from today: LocalDate) -> [LocalDate] {
    guard let old, let new, old != new, let end = new.layers.flatMap(\.boundaries).max() else { return [] }
    let first = Int(today.daysSinceEpoch)
    return (first..<max(first, min(Int(end), first + horizon))).compactMap { LocalDate(daysSinceEpoch: $0) }.filter { isNew($0, old, new) }
  }

  /// Whether the hours of a date became known, or are others than before. Hours that are stated for every week, and exceptions from them, are
  /// not compared with the usual week if they change: they are compared as such.
  private static func isNew(_ date: LocalDate, _ old: Schedule, _ new: Schedule) -> Bool {
    guard let layer = new.decidingLayer(on: date), case .services = new.plan(on: date) else { return false }
    guard case .services = old.plan(on: date) else { return true }
    guard case .days = new.layers[layer].rule, new.weakestLayer(on: date) == layer else { return false }
    return old.plan(on: date).openMinutes != new.plan(on: date).openMinutes
  }

  private static func hours(_ places: [EntryID: Schedule], on date: LocalDate) -> [EntryID: Hours] {
    places.compactMapValues { Hours($0, on: date) }
  }

  /// Returns the hours that the feeds had stated by a moment. The moments must ascend.
  private mutating func places(at moment: Instant) throws -> [EntryID: Schedule] {
    var places: [EntryID: Schedule] = [:]
    for index in feeds.indices {
      for (id, hours) in try feeds[index].places(at: moment, in: database) { places[id] = hours }
    }
    return places
  }
}

/// What the usual weeks of a campus are made of: while it is equal, so are they.
public struct UsualWeekBasis: Sendable, Hashable {
  let campus: Campus
  let today: LocalDate
  /// A hash of the results before today.
  let results: Int
}

/// The places of a feed at one moment after another.
private struct FeedPlaces {
  let feed: String
  /// All results of the feed, oldest first.
  var results: [SnapshotRow] = []
  private var current = -1
  /// The lines of the current result, and the places with hours in them.
  private var lines: [(bytes: [UInt8], place: (id: EntryID, hours: Schedule)?)] = []

  init(feed: String) { self.feed = feed }

  /// Returns the places with hours that the feed stated last by a moment. The moments must ascend.
  mutating func places(at moment: Instant, in database: Database) throws -> [(id: EntryID, hours: Schedule)] {
    let last = current
    while current + 1 < results.count, results[current + 1].result.acceptedAt <= moment { current += 1 }
    guard current >= 0 else { return [] }
    let row = results[current]
    if current != last, last < 0 || results[last].content != row.content {
      lines = try database.requiredContent(row.content).unpacked().withUnsafeBytes { bytes in
        // Most lines of most results are as they were.
        try EntryLine.all(in: bytes).enumerated().map { index, line in
          let last = index < lines.count ? lines[index] : nil
          if let last, last.bytes.withUnsafeBytes({ $0.isSame(as: line.bytes) }) { return last }
          let bytes = Array(line.bytes)
          return (bytes, try Self.place(in: bytes))
        }
      }
    }
    let isSilent = moment.secondsSinceEpoch - row.result.checkedAt.secondsSinceEpoch > SnapshotStore.longestSilence
    return isSilent ? [] : lines.compactMap(\.place)
  }

  private static func place(in line: [UInt8]) throws -> (id: EntryID, hours: Schedule)? {
    let document = try JSONDocument(parsing: line)
    guard document.root["kind"]?.string == Entry.Kind.place.rawValue, let hours = document.root["hours"],
      let id = document.root["id"]?.string.flatMap({ EntryID($0) })
    else { return nil }
    return (id, try Schedule(reading: hours))
  }
}

extension Campus {
  /// Whether the calendar names a date as a holiday or a break.
  fileprivate func names(_ date: LocalDate) -> Bool { calendar.contains { $0.kind != .term && ($0.from...$0.to).contains(date) } }
}

extension UsualWeeks.Hours {
  /// Creates the hours of a date; nil if they are not known.
  fileprivate init?(_ schedule: Schedule, on date: LocalDate) {
    guard let index = schedule.decidingLayer(on: date) else { return nil }
    let plan = schedule.plan(on: date)
    guard case .services = plan else { return nil }
    self.init(plan.openMinutes, isDated: schedule.layers[index].level >= .holiday)
  }
}
