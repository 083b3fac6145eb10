import Aggregation
import CampusCatalog
import OpeningHours
import SnapshotStore
import TestKit
import Testing

/// What a feed stated about the service days of places, read back from the store.
@Suite struct StoredDayTests {
  private let folder: TemporaryFolder
  private let store: SnapshotStore
  private let sample: HistorySample

  init() throws {
    folder = try TemporaryFolder()
    store = try SnapshotStore.open(path: folder.path())
    sample = try HistorySample("town/dining")
  }

  /// The day of the first poll, a Tuesday. Polls are in the evening.
  private static let first = "2023-11-14"

  private static func date(_ day: Int) throws -> LocalDate { try #require(LocalDate(first)?.adding(days: day)) }

  /// The day of a date or time.
  private static func day(_ date: LocalDate) throws -> Int { Int(date.daysSinceEpoch - (try Self.date(0)).daysSinceEpoch) }

  private static func plan(_ closes: Int?) throws -> DayPlan {
    guard let closes else { return .unknown }
    return DayPlan([Service(opens: .midnight, closes: try #require(LocalTime(minutes: 60 * closes)))].compactMap(\.self))
  }

  /// A layer of dates: by day, the hour at which the place closes; 0 for a closed day, nil for an unknown one.
  private static func dates(_ days: [Int: Int?]) throws -> Layer {
    Layer(.special, dates: try days.map { DatedPlan(try date($0.key), try plan($0.value)) })
  }

  /// A layer of a week, in which the place closes at an hour, on Mondays at another.
  private static func week(_ closes: Int, monday: Int? = nil, from: Int? = nil, to: Int? = nil) throws -> Layer {
    let plans = try Weekday.allCases.map { ($0, try plan($0 == .monday ? monday ?? closes : closes)) }
    let week = Layer.Rule.week(WeekPlan(Dictionary(uniqueKeysWithValues: plans)))
    return try #require(Layer(.weekly, from: from.map { try date($0) }, to: to.map { try date($0) }, week))
  }

  /// Commits the result of a day: the layers of places by their record; nil for a place without hours.
  private func poll(_ day: Int, _ places: [String: [Layer]?]) async throws {
    let zone = try #require(Zone("Europe/London"))
    let entries = try places.sorted { $0.key < $1.key }.map { record, layers in
      try sample.entry(record, record, .place(Place(category: .cafe, hours: layers.map { Schedule(zone: zone, layers: $0) })))
    }
    let update = try sample.update(EntryLines(entries), at: day * 86_400)
    try await store.commit(update)
    try await store.keep(at: day * 86_400, [(sample: sample, update: update)])
  }

  /// Confirms the last result on a day.
  private func confirm(_ day: Int, since former: Int, _ places: [String: [Layer]?]) async throws {
    let zone = try #require(Zone("Europe/London"))
    let entries = try places.sorted { $0.key < $1.key }.map { record, layers in
      try sample.entry(record, record, .place(Place(category: .cafe, hours: layers.map { Schedule(zone: zone, layers: $0) })))
    }
    var update = try sample.update(EntryLines(entries), at: day * 86_400)
    update.state.lastGood?.acceptedAt = try HistorySample.time(former * 86_400)
    try await store.commit(update)
  }

  /// The statements about a place: `day: closes seen first-last run`, with a `*` for those in effect.
  private func days(_ record: String, since: Int? = nil) throws -> [String] {
    var found: [String] = []
    try rows(since: since) { row in
      guard case .day(let statement) = row, statement.id.record == record else { return }
      let closes =
        switch statement.plan {
        case .unknown: "unknown"
        case .services(let services): services.first.map { "\($0.closes.minutes / 60)" } ?? "closed"
        }
      let times = try [statement.firstSeen, statement.lastSeen].map { "\(try Self.day(statement.zone.local($0).date))" }
      found.append(
        "\(try Self.day(statement.day)): \(closes) seen \(times.joined(separator: "-")) run \(statement.run.map { "\($0)" } ?? "-")"
          + (statement.isInEffect ? " *" : ""))
    }
    return found
  }

  private func rows(since: Int? = nil, _ body: @escaping (HistoryRow) throws -> Void) throws {
    try store.forEachHistoryRow(since: try since.map { try HistorySample.time($0 * 86_400) }, of: { _ in true }, body)
  }

  // MARK: - Dates

  /// A window of three days moves on, and the hours of a date change while it is in the window.
  @Test func eachStatementAboutADateIsARow() async throws {
    for day in 0..<4 { try await poll(day, ["hall": [try Self.dates([day: 20, day + 1: 20, day + 2: day < 2 ? 20 : 18])]]) }
    #expect(
      try days("hall") == [
        "0: 20 seen 0-0 run 1 *", "1: 20 seen 0-1 run 1 *", "2: 20 seen 0-2 run 1 *", "3: 20 seen 1-3 run 2 *", "4: 18 seen 2-2 run 3",
        "4: 20 seen 3-3 run 4 *", "5: 18 seen 3-3 run 4 *",
      ])
    #expect(try days("hall", since: 3).first == "3: 20 seen 1-3 run 2 *")
  }

  /// A statement that comes back after another one is another row.
  @Test func statementsThatComeBack() async throws {
    for (day, hour) in [20, 18, 20].enumerated() { try await poll(day, ["hall": [try Self.dates([5: hour])]]) }
    #expect(try days("hall").suffix(3) == ["5: 20 seen 0-0 run 1", "5: 18 seen 1-1 run 2", "5: 20 seen 2-2 run 3 *"])
  }

  @Test func closedAndUnknownDates() async throws {
    try await poll(0, ["hall": [try Self.dates([0: 0, 1: nil])]])
    try await poll(2, ["hall": [try Self.dates([3: 20])]])
    // No date of a result covers the last day on which it is current.
    #expect(
      try days("hall") == [
        "0: closed seen 0-0 run 1 *", "1: unknown seen 0-0 run 1 *", "2: unknown seen 0-2 run 1 *", "3: 20 seen 2-2 run 2 *",
      ])
  }

  // MARK: - Weeks

  /// A week without an end states the days on which it is current, and no others; each day since the week had its hours.
  @Test func weeksStateTheDaysThatPassed() async throws {
    let week = [try Self.week(20)]
    try await poll(0, ["hall": week])
    try await confirm(2, since: 0, ["hall": week])
    try await poll(5, ["hall": [try Self.week(20, monday: 18)]])
    try await poll(7, ["hall": [try Self.week(20, monday: 18)], "other": []])
    #expect(
      try days("hall") == [
        "0: 20 seen 0-0 run 1 *", "1: 20 seen 0-0 run 1 *", "2: 20 seen 0-2 run 1 *", "3: 20 seen 0-2 run 1 *", "4: 20 seen 0-2 run 1 *",
        "5: 20 seen 0-5 run 1 *", "6: 18 seen 5-5 run 2 *", "7: 20 seen 0-7 run 1 *",
      ])
    #expect(try days("other") == ["7: unknown seen 7-7 run 3 *"])
  }

  /// A layer with a beginning and an end states its dates, whatever is current on them; when it is withdrawn, the week states the days that it is
  /// current on.
  @Test func boundedLayersStateDates() async throws {
    let week = try Self.week(20)
    try await poll(0, ["hall": [week]])
    try await poll(1, ["hall": [week, try Self.week(10, from: 3, to: 4)]])
    try await poll(2, ["hall": [week]])
    try await poll(3, ["hall": [week], "other": []])
    #expect(
      try days("hall") == [
        "0: 20 seen 0-0 run 1 *", "1: 20 seen 0-1 run 1 *", "2: 20 seen 0-2 run 1 *", "3: 10 seen 1-1 run 2", "3: 20 seen 2-3 run 3 *",
        "4: 10 seen 1-1 run 2",
      ])
  }

  /// Dates that a layer repeats without a change have been stated since the week had them.
  @Test func datesThatRepeatTheWeek() async throws {
    try await poll(0, ["hall": [try Self.week(20)]])
    try await poll(1, ["hall": [try Self.week(20), try Self.dates([3: 20, 4: 18])]])
    #expect(try days("hall").suffix(2) == ["3: 20 seen 0-1 run 1 *", "4: 18 seen 1-1 run 2 *"])
  }

  // MARK: - Places and feeds that end

  /// A place that disappears has no hours in effect, for whichever days they were stated.
  @Test func placesThatDisappear() async throws {
    try await poll(0, ["dated": [try Self.dates([1: 20, 2: 20])], "weekly": [try Self.week(20)], "other": nil])
    try await poll(1, ["other": nil])
    try await poll(2, ["dated": [try Self.dates([2: 20])], "other": nil])
    #expect(
      try days("dated") == ["0: unknown seen 0-0 run 1 *", "1: 20 seen 0-0 run 1", "2: 20 seen 0-0 run 1", "2: 20 seen 2-2 run 3 *"])
    #expect(try days("weekly") == ["0: 20 seen 0-0 run 1 *", "1: 20 seen 0-0 run 1"])
    #expect(try days("other").isEmpty)
  }

  /// Two weeks after a feed was last read, its week no longer states anything, and dates are no longer in effect.
  @Test func feedsThatAreSilent() async throws {
    try await poll(0, ["hall": [try Self.week(20)], "dated": [try Self.dates([15: 20])]])
    let other = try HistorySample("town/other")
    let update = try other.update(try other.lines(["a": "A"]), at: 30 * 86_400)
    try await store.commit(update)
    #expect(try days("hall").last == "13: 20 seen 0-0 run 1 *")
    #expect(try days("hall").count == 14)
    #expect(try days("dated").last == "15: 20 seen 0-0 run 1")
  }

  // MARK: - Other rows

  @Test func versionsOfPlaces() async throws {
    func poll(_ day: Int, _ name: String?) async throws {
      let lines = EntryLines(try [name.map { try sample.place("hall", $0) }, try sample.place("other", "Other")].compactMap(\.self))
      try await store.commit(try sample.update(lines, at: day * 86_400))
    }
    for (day, name) in ["Hall", "Hall", "Great Hall", nil, "Hall"].enumerated() { try await poll(day, name) }
    var found: [String] = []
    try rows { row in
      guard case .version(let version) = row, version.id.record == "hall" else { return }
      let days = try [version.firstSeen, version.lastSeen].map { try Self.day($0.local(offset: 0).date) }
      found.append("\(version.name ?? "") \(days[0])-\(days[1]) \(version.category?.rawValue ?? "")")
    }
    #expect(found == ["Hall 0-1 cafe", "Great Hall 2-2 cafe", "Hall 4-4 cafe"])
  }

  @Test func rowsAreSelectedByFeed() async throws {
    let other = try HistorySample("village/dining")
    let update = try other.update(try other.lines(["a": "A"]), at: 0)
    try await store.commit(update)
    try await poll(1, ["hall": [try Self.week(20)]])
    try await store.keep(at: 2 * 86_400, [(sample: other, update: update)])
    func feeds(of wanted: String) throws -> Set<String> {
      var found: Set<String> = []
      try store.forEachHistoryRow(of: { $0.description == wanted }) { row in
        switch row {
        case .poll(let poll): found.insert("poll \(poll.report.id)")
        case .day(let statement): found.insert("day \(statement.id)")
        case .version(let version): found.insert("version \(version.id)")
        }
      }
      return found
    }
    #expect(try feeds(of: "village/dining") == ["poll village/dining", "version village/dining/a"])
    #expect(try feeds(of: "town/dining") == ["poll town/dining", "day town/dining/hall", "version town/dining/hall"])
  }

  /// An error of the caller ends the reading, and is not taken for damage.
  @Test func errorsOfTheCallerArePassedOn() async throws {
    struct Full: Error {}
    try await poll(0, ["hall": [try Self.week(20)]])
    #expect(throws: Full.self) { try rows { _ in throw Full() } }
    #expect(try days("hall").count == 1)
  }
}
