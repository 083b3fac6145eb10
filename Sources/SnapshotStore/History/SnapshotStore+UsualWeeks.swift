public import Aggregation
import Basics
public import CampusCatalog
import GRDB
public import OpeningHours

extension SnapshotStore {
  /// Returns the usual weeks of the places of a campus, from the dates before the date of a moment in its zone.
  ///
  /// The hours of a date are those that the feed stated last before the date ended, unless it had not been read for two weeks by then. A date
  /// on which they were unknown is left out. The ids are those of the feeds' records (`EntryID`), before any merge. Empty for a campus without a zone.
  public func usualWeeks(of campus: Campus, at moment: Instant) async throws(StoreError) -> UsualWeeks {
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
    let sound = Instant(secondsSinceEpoch: start.secondsSinceEpoch - FeedResults.longestSilence) ?? start
    return try await connection.read { database in
      var hasher = Hasher()
      let rows = try ResultTimes.all(of: campus.id, in: database)
      while let row = try rows.next() {
        if row.acceptedAt >= start { continue }
        hasher.combine(row.feed)
        hasher.combine(row.acceptedAt)
        hasher.combine(min(row.checkedAt, sound))
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
  /// - Parameter moments: ascending.
  /// - Returns: one dictionary for each moment but the first, with the dates of each record of a feed, ascending.
  public func newDates(of campus: Campus, between moments: [Instant]) async throws(StoreError) -> [[EntryID: [NewDate]]] {
    guard let zone = campus.timeZone else { return moments.dropFirst().map { _ in [:] } }
    return try await connection.read { database in
      var reader = try UsualWeekReader(of: campus, zone, in: database)
      return try zip(moments, moments.dropFirst()).map { start, end in
        let dates = try reader.newDates(from: start, to: end).compactMap { id, dates in EntryID(id).map { ($0, dates) } }
        return Dictionary(dates) { first, _ in first }
      }
    }
  }

  /// Returns the dates with new hours of each version of a place but the first. This takes less time than for all places.
  ///
  /// - Parameters:
  ///   - id: of a feed's record.
  ///   - versions: those of the record, oldest first.
  public func newDates(of id: EntryID, _ versions: [EntryVersion], in campus: Campus) async throws(StoreError) -> [[NewDate]] {
    guard let zone = campus.timeZone else { return versions.dropFirst().map { _ in [] } }
    return try await connection.read { database in
      var reader = try UsualWeekReader(of: campus, zone, in: database)
      try reader.limit(to: id, versions)
      return try zip(versions, versions.dropFirst()).map { try reader.newDates(from: $0.at, to: $1.at)[id.description] ?? [] }
    }
  }
}

extension Database {
  /// Stores the hours of the last dates before the one of a moment in a campus's zone, if they are not stored (`PastDate`). Those that come
  /// from damaged results are left out.
  func storePastDates(of campus: Campus, before moment: Instant) throws {
    guard let zone = campus.timeZone else { return }
    do {
      try UsualWeekReader.store(before: zone.local(moment).date, of: campus, zone, in: self)
    } catch let error as DatabaseError {
      throw error
    } catch {}
  }
}

/// What the usual weeks of a campus are made of: while it is equal, so are they.
public struct UsualWeekBasis: Sendable, Hashable {
  let campus: Campus
  let today: LocalDate
  /// A hash of the results before today.
  let results: Int
}

/// Reads the usual weeks of a campus from its stored results, in the order of time.
private struct UsualWeekReader {
  private(set) var weeks = UsualWeeks()
  private let campus: Campus
  private let zone: Zone
  private let database: Database
  private let feeds: [FeedResults]
  private var all: CampusPlaces
  /// All places at the beginning of the last comparison that needed them: then `all` moves on, and does not read them again.
  private var former: (at: Instant, places: [String: Schedule])?
  /// The only place whose new dates are wanted; nil for all.
  private var wanted: PlaceVersions?
  /// The stored hours, by date.
  private let stored: [String: PastDate]
  /// The first date that has not been added; nil without results.
  private var next: LocalDate?

  /// The number of days after which a later date is not compared.
  private static let horizon = 400
  /// The number of past dates whose hours are stored afterwards.
  private static let mostMissing = 31

  init(of campus: Campus, _ zone: Zone, in database: Database) throws {
    (self.campus, self.zone, self.database) = (campus, zone, database)
    var feeds: [FeedResults] = []
    let rows = try ResultTimes.all(of: campus.id, in: database)
    while let row = try rows.next() {
      if feeds.last?.feed != row.feed { feeds.append(FeedResults(feed: row.feed)) }
      feeds[feeds.count - 1].rows.append(row)
    }
    self.feeds = feeds
    next = feeds.compactMap(\.rows.first).map { zone.local($0.acceptedAt).date }.min()
    all = CampusPlaces(feeds)
    // If a row is damaged, the hours are computed again.
    let stored = try? Array(PastDate.rows("WHERE campus = ?", [campus.id.description], in: database))
    self.stored = Dictionary((stored ?? []).map { ($0.date, $0) }) { first, _ in first }
  }

  /// Limits `newDates` to one place.
  mutating func limit(to id: EntryID, _ versions: [EntryVersion]) throws { wanted = try PlaceVersions(id, versions, feeds) }

  /// Returns the wanted places.
  private mutating func places(at moment: Instant) throws -> [String: Schedule] {
    try wanted?.places(at: moment) ?? all.places(at: moment, in: database)
  }

  /// Returns all places at the beginning of a comparison.
  private mutating func formerPlaces(at start: Instant) throws -> [String: Schedule] {
    if let former, former.at == start { return former.places }
    let places = try all.places(at: start, in: database)
    former = (start, places)
    return places
  }

  /// Adds the dates before a date.
  mutating func add(before end: LocalDate) throws {
    while let (date, end) = nextPassed(before: end) { weeks.add(date, try hours(on: date, until: end), isNamed: campus.names(date)) }
  }

  /// Returns the next date that has passed, and its last moment; nil if there is none before the limit.
  private mutating func nextPassed(before limit: LocalDate) -> (date: LocalDate, end: Instant)? {
    guard let date = next, date < limit, let following = date.adding(days: 1), let end = zone.start(of: following) else { return nil }
    next = following
    return (date, Instant(secondsSinceEpoch: end.secondsSinceEpoch - 1, nanoseconds: 999_999_999) ?? end)
  }

  /// Returns the hours on a date that were stated last before its end.
  private mutating func hours(on date: LocalDate, until end: Instant) throws -> [UsualWeeks.PlaceHours] {
    if let stored = stored[date.description], stored.results == namesOfResults(at: end) { return try stored.places() }
    return try all.hours(on: date, at: end, in: database)
  }

  /// Returns a hash of the names of the results at a moment.
  private func namesOfResults(at moment: Instant) -> ContentID {
    SHA256.hash(feeds.compactMap { $0.row(at: moment) }.flatMap { $0.feed.utf8 + [0] + $0.content.bytes })
  }

  static func store(before today: LocalDate, of campus: Campus, _ zone: Zone, in database: Database) throws {
    guard let yesterday = today.adding(days: -1), let first = today.adding(days: -mostMissing) else { return }
    let key: [any ColumnValue] = [campus.id.description, yesterday.description]
    guard try PastDate.firstIntact("WHERE campus = ? AND date = ?", key, in: database) == nil else { return }
    var reader = try UsualWeekReader(of: campus, zone, in: database)
    reader.next = reader.next.map { max($0, first) }
    while let (date, end) = reader.nextPassed(before: today) {
      let results = reader.namesOfResults(at: end)
      if reader.stored[date.description]?.results == results { continue }
      try PastDate(campus.id, date, results: results, reader.hours(on: date, until: end))?.insert(in: database)
    }
  }

  mutating func newDates(from start: Instant, to end: Instant) throws -> [String: [NewDate]] {
    let today = zone.local(end).date
    try add(before: zone.local(start).date)
    let old = try places(at: start)
    let (ids, campus) = (Set(old.keys), campus)
    var found: [String: [NewDate]] = [:]
    /// Adds a date to some weeks, and compares the places with new hours.
    func compare(
      _ date: LocalDate, _ places: [String: Schedule], _ hours: [UsualWeeks.PlaceHours], revealsTerm: Bool,
      with weeks: inout UsualWeeks
    ) {
      var changed: [String: Bool] = [:]
      for id in ids {
        guard let old = old[id], let new = places[id], Self.isNew(date, old, new) else { continue }
        changed[id] = old.plan(on: date) != .unknown
      }
      for (id, date) in weeks.compare(date, hours, isNamed: campus.names(date), of: changed, others: revealsTerm ? Array(ids) : []) {
        found[id, default: []].append(date)
      }
    }
    while let (date, moment) = nextPassed(before: today) {
      let (places, hours) = (try places(at: moment), try hours(on: date, until: moment))
      compare(date, places, hours, revealsTerm: try revealsTerm(date, weeks, from: start, to: moment), with: &weeks)
    }
    let new = try places(at: end)
    guard let first = next.map({ max($0, today) }) else { return found }
    let mayRevealTerm = weeks.mayRevealTerm(in: first...Self.lastDate(of: ids.lazy.compactMap { new[$0] }, from: first))
    let ahead =
      mayRevealTerm ? try aheadOfAll(from: start, to: end, today) : Set(ids.flatMap { Self.newDates(old[$0], new[$0], from: today) })
    guard let last = ahead.max() else { return found }
    // Later results may change the dates that are still to come.
    let (passed, known) = (found, weeks)
    // Usual hours tell nothing new, unless the dates before turn out to be a term.
    let usual = mayRevealTerm ? [:] : usualDates(ahead, of: ids, old, new)
    /// Adds the dates of some weekdays, and finds those with usual hours of the others. Returns the weeks after them.
    func look(at weekdays: Set<Weekday>, through last: LocalDate) throws -> UsualWeeks {
      var weeks = known
      found = passed
      var date = first
      while date <= last {
        if weekdays.contains(date.weekday) {
          let hours = try all.hours(on: date, at: end, in: database)
          compare(date, new, hours, revealsTerm: try revealsTerm(date, weeks, from: start, to: end), with: &weeks)
        } else {
          for (id, date) in usual[date] ?? [:] { found[id, default: []].append(date) }
        }
        guard let next = date.adding(days: 1) else { break }
        date = next
      }
      return weeks
    }
    _ = try look(at: Set(ahead.filter { usual[$0] == nil }.map(\.weekday)), through: last)
    guard found.values.joined().contains(where: { $0.since != nil }) else { return found }
    // How much of a week is lost depends on its other days, and whether a change lasts on the dates that are known after it.
    let later = try look(at: Set(Weekday.allCases), through: max(last, Self.lastBoundary(of: ids.lazy.compactMap { new[$0] }, from: today)))
    return found.reduce(into: [:]) { found, place in
      found[place.key] = place.value.map { date in
        let (before, after) = (known[place.key, date.date.weekday]?.times, later[place.key, date.date.weekday]?.times)
        if date.date < today { return date }
        // The usual hours are as they were: nothing lasts.
        if before == after { return date.compared(with: before) }
        return date.since == nil || date.newUsual == after ? date : date.compared(with: date.usual)
      }
    }
  }

  /// Whether a date reveals that a new term has begun, which then affects all places, with new hours or not.
  private mutating func revealsTerm(_ date: LocalDate, _ weeks: UsualWeeks, from start: Instant, to end: Instant) throws -> Bool {
    guard weeks.mayRevealTerm(date) else { return false }
    let (old, new) = (try formerPlaces(at: start), try all.places(at: end, in: database))
    return old.contains { id, old in new[id].map { old != $0 && Self.isNew(date, old, $0) } ?? false }
  }

  /// Returns the dates from a day on that have new hours at any place.
  private mutating func aheadOfAll(from start: Instant, to end: Instant, _ today: LocalDate) throws -> Set<LocalDate> {
    let (old, new) = (try formerPlaces(at: start), try all.places(at: end, in: database))
    return Set(old.flatMap { Self.newDates($1, new[$0], from: today) })
  }

  /// Returns those dates on which all places with new hours have their usual ones.
  private func usualDates(
    _ dates: Set<LocalDate>, of ids: Set<String>, _ old: [String: Schedule], _ new: [String: Schedule]
  ) -> [LocalDate: [String: NewDate]] {
    var usual: [LocalDate: [String: NewDate]] = [:]
    dates: for date in dates {
      var places: [String: NewDate] = [:]
      for id in ids {
        guard let old = old[id], let new = new[id], Self.isNew(date, old, new) else { continue }
        let times = new.plan(on: date).openMinutes
        if weeks[id, date.weekday]?.times != times { continue dates }
        places[id] = NewDate(date, times, wasKnown: old.plan(on: date) != .unknown)
      }
      usual[date] = places
    }
    return usual
  }

  /// Returns the dates from a day on that have new hours.
  private static func newDates(_ old: Schedule?, _ new: Schedule?, from today: LocalDate) -> [LocalDate] {
    guard let old, let new, old != new else { return [] }
    let days = today.daysSinceEpoch..<lastBoundary(of: [new], from: today).daysSinceEpoch
    return days.lazy.compactMap { LocalDate(daysSinceEpoch: Int($0)) }.filter { isNew($0, old, new) }
  }

  /// Returns the day from which on no hours change, except from one weekday to the next; at least the first day and at most the horizon.
  private static func lastBoundary(of schedules: some Sequence<Schedule>, from first: LocalDate) -> LocalDate {
    let last = schedules.lazy.compactMap { $0.layers.lazy.compactMap(\.lastBoundary).max() }.max().flatMap {
      LocalDate(daysSinceEpoch: Int($0))
    }
    return max(first, min(last ?? first, first.adding(days: horizon) ?? first))
  }

  /// Returns the last date on which hours may be known; at least the first day and at most the horizon.
  private static func lastDate(of schedules: some Sequence<Schedule>, from first: LocalDate) -> LocalDate {
    let isEndless = schedules.contains { $0.layers.contains { $0.isEndless } }
    return isEndless ? first.adding(days: horizon) ?? first : max(first, lastBoundary(of: schedules, from: first).adding(days: -1) ?? first)
  }

  /// Whether the hours of a date became known, or are others than before. Hours that are stated for every week, and exceptions from them, are
  /// not compared with the usual week if they change: they are compared as such.
  private static func isNew(_ date: LocalDate, _ old: Schedule, _ new: Schedule) -> Bool {
    guard let layer = new.decidingLayer(on: date), case .services = new.plan(on: date) else { return false }
    guard case .services = old.plan(on: date) else { return true }
    guard case .days = new.layers[layer].rule, new.weakestLayer(on: date) == layer else { return false }
    return old.plan(on: date).openMinutes != new.plan(on: date).openMinutes
  }
}

extension Campus {
  /// Whether the calendar names a date as a holiday or a break.
  fileprivate func names(_ date: LocalDate) -> Bool { calendar.contains { $0.kind != .term && ($0.from...$0.to).contains(date) } }
}

extension Layer {
  fileprivate var isEndless: Bool { if case .days = rule { false } else { to == nil } }
}
