@testable import Aggregation
import Basics
import CampusCatalog
import GRDB
import OpeningHours
@testable import SnapshotStore
import TestKit
import Testing

/// The usual weeks of places whose feed shows the next seven days, and is polled once a day in the evening.
@Suite struct StoredUsualWeekTests {
  private let folder: TemporaryFolder
  private let store: SnapshotStore
  private let sample: HistorySample

  init() throws {
    folder = try TemporaryFolder()
    store = try SnapshotStore.open(path: folder.path())
    sample = try HistorySample("town/dining")
  }

  /// The day of the first poll, a Tuesday.
  private static let first = "2023-11-14"

  private static func date(_ day: Int) throws -> LocalDate { try #require(LocalDate(first)?.adding(days: day)) }

  /// Commits the result of a day: places that are open from midnight to an hour of each date; closed for 0, unknown for nil.
  ///
  /// - Parameters:
  ///   - window: the number of days that the places state.
  ///   - every: the hour of another place, "weekly", that states the hours of every day; nil for none.
  private func poll(_ day: Int, _ closes: [String: (Int) -> Int?], window: Int = 7, every hour: Int? = nil) async throws {
    var entries = try closes.sorted { $0.key < $1.key }.map { record, closes in
      let plans = try (day..<day + window).map { date in
        guard let hour = closes(date) else { return DatedPlan(try Self.date(date), .unknown) }
        let service = Service(opens: .midnight, closes: try #require(LocalTime(minutes: 60 * hour)))
        return DatedPlan(try Self.date(date), DayPlan([service].compactMap(\.self)))
      }
      let hours = Schedule(zone: try #require(Zone("Europe/London")), layers: [Layer(.special, dates: DatedPlans(plans))])
      return try sample.entry(record, record, .place(Place(category: .cafe, hours: hours)))
    }
    if let hour, let service = Service(opens: .midnight, closes: try #require(LocalTime(minutes: 60 * hour))) {
      let week = WeekPlan(Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, DayPlan([service])) }))
      let hours = Schedule(zone: try #require(Zone("Europe/London")), layers: [Layer(.weekly, unbounded: .week(week))])
      entries.append(try sample.entry("weekly", "weekly", .place(Place(category: .cafe, hours: hours))))
    }
    try await store.commit(try sample.update(EntryLines(entries), at: day * 86_400))
  }

  private func week(_ record: String, onDay day: Int, calendar: [Campus.Period] = []) async throws -> UsualWeek? {
    let campus = Campus(id: sample.feed.campus, name: "Town", timeZone: Zone("Europe/London"), calendar: calendar)
    return try await store.usualWeeks(of: campus, at: try HistorySample.time(day * 86_400))[
      "\(sample.feed)/\(record)"]
  }

  private func text(_ week: UsualWeek?, _ weekday: Weekday) -> String? {
    week?[weekday].map { "\(($0.times.first?.upperBound ?? 0) / 60) \($0.weeks) \($0.since)" }
  }

  @Test func windowsOfSevenDays() async throws {
    for day in 0..<24 { try await poll(day, ["hall": { $0 < 14 ? 22 : 20 }, "other": { _ in 21 }]) }
    // Two Tuesdays before November 28, and the dates of the window after today do not count.
    #expect(try await text(week("hall", onDay: 14), .tuesday) == "22 2 2023-11-14")
    #expect(try await text(week("hall", onDay: 7), .tuesday) == nil)
    #expect(try await text(week("hall", onDay: 15), .tuesday) == "22 2 2023-11-14")
    #expect(try await text(week("hall", onDay: 22), .tuesday) == "20 2 2023-11-28")
    #expect(try await text(week("hall", onDay: 22), .wednesday) == "22 2 2023-11-15")
    #expect(try await text(week("other", onDay: 22), .tuesday) == "21 4 2023-11-14")
    #expect(try await week("none", onDay: 22) == nil)
  }

  /// A date has the hours that were stated last before it ended.
  @Test func hoursThatChangeBeforeTheirDate() async throws {
    for day in 0..<8 { try await poll(day, ["hall": { _ in 22 }]) }
    for day in 8..<15 { try await poll(day, ["hall": { $0 == 9 ? 18 : 22 }]) }
    let week = try await week("hall", onDay: 16)
    #expect(text(week, .thursday) == nil)
    #expect(text(week, .wednesday) == "22 3 2023-11-15")
  }

  @Test func datesOfTheCalendarDoNotCount() async throws {
    for day in 0..<21 { try await poll(day, ["hall": { $0 == 7 || $0 == 14 ? 0 : 22 }]) }
    let holiday = try #require(Campus.Period(.holiday, name: "Break", from: Self.date(7), to: Self.date(14)))
    #expect(try await text(week("hall", onDay: 22, calendar: [holiday]), .tuesday) == "22 2 2023-11-14")
    let term = try #require(Campus.Period(.term, name: "Fall", from: Self.date(0), to: Self.date(30)))
    #expect(try await text(week("hall", onDay: 22, calendar: [term]), .tuesday) == "0 2 2023-11-21")
  }

  /// The week of a day depends on the results before it, and on how long ago they were checked.
  @Test func sameBasisSameWeek() async throws {
    func known(onDay day: Int) async throws -> (basis: UsualWeekBasis?, week: UsualWeek?) {
      let campus = Campus(id: sample.feed.campus, name: "Town", timeZone: Zone("Europe/London"))
      return (try await store.usualWeekBasis(of: campus, at: HistorySample.time(day * 86_400)), try await week("hall", onDay: day))
    }
    for day in 0..<8 { try await poll(day, ["hall": { _ in 22 }], every: 22) }
    let first = try await known(onDay: 8)
    #expect(try await known(onDay: 8).basis == first.basis && first.week != nil)
    // Results of the day itself do not count, whatever they say; those of the next day's question do.
    try await poll(8, ["hall": { _ in 20 }])
    let second = try await known(onDay: 8)
    #expect(second.basis == first.basis && second.week == first.week)
    #expect(try await known(onDay: 9).basis != first.basis)
    for day in 15..<17 { try await poll(day, ["hall": { _ in 20 }]) }
    let third = try await known(onDay: 8)
    #expect(third.basis == first.basis && third.week == first.week)
    // A result that is checked again two weeks later counts for longer.
    let silent = try await known(onDay: 60)
    let lines = try await store.entries(of: sample.feed)
    try await store.commit(try sample.update(EntryLines(bytes: lines, count: 1), at: 50 * 86_400))
    let checked = try await known(onDay: 60)
    #expect(checked.basis != silent.basis)
  }

  @Test func unknownDatesAndLongSilenceAreLeftOut() async throws {
    for day in 0..<8 { try await poll(day, ["hall": { $0 == 7 ? nil : 22 }], every: 22) }
    #expect(try await text(week("hall", onDay: 60), .tuesday) == nil)
    #expect(try await text(week("hall", onDay: 60), .wednesday) == "22 2 2023-11-15")
    // The last poll was on the eighth day: its weekly hours count for two weeks.
    #expect(try await text(week("weekly", onDay: 60), .tuesday) == "22 3 2023-11-14")
  }

  /// Returns the dates with new hours of "hall" between two days, such as "2023-12-05 20 since 2023-11-28".
  private func newDates(_ days: Int...) async throws -> [[String]] {
    let campus = Campus(id: sample.feed.campus, name: "Town", timeZone: Zone("Europe/London"))
    let hall = try #require(EntryID(feed: sample.feed, record: "hall"))
    let found = try await store.newDates(of: campus, between: days.map { try HistorySample.time($0 * 86_400) })
    return found.map { dates in
      (dates[hall] ?? []).map { date in
        "\(date.date) \((date.times.first?.upperBound ?? 0) / 60)" + (date.since.map { " since \($0)" } ?? "")
          + (date.isUnusual ? " unusual" : "")
      }
    }
  }

  @Test func newDatesOfWindowsOfSevenDays() async throws {
    for day in 0..<24 { try await poll(day, ["hall": { $0 < 14 || $0 == 16 ? 22 : 20 }]) }
    // On Tuesday, November 28, the hall closes at 20:00 for the first time.
    #expect(
      try await newDates(7, 8, 9, 10, 14, 15) == [
        ["2023-11-28 20 unusual"], ["2023-11-29 20 unusual"], ["2023-11-30 22"],
        ["2023-12-01 20 unusual", "2023-12-02 20 unusual", "2023-12-03 20 unusual", "2023-12-04 20 unusual"],
        ["2023-12-05 20 since 2023-11-28"],
      ])
  }

  /// Hours that change on two dates are no change of the week if a later date is known to be as before.
  @Test func changesThatAreKnownToEnd() async throws {
    for day in 0..<8 { try await poll(day, ["hall": { _ in 22 }], window: 28) }
    try await poll(8, ["hall": { [14, 21].contains($0) ? 20 : 22 }], window: 28)
    #expect(try await newDates(7, 8) == [["2023-11-28 20", "2023-12-05 20", "2023-12-19 22"]])
  }

  @Test func changesThatLastAsFarAsIsKnown() async throws {
    for day in 0..<8 { try await poll(day, ["hall": { _ in 22 }], window: 28) }
    try await poll(8, ["hall": { $0 % 7 == 0 && $0 >= 14 ? 20 : 22 }], window: 28)
    #expect(
      try await newDates(7, 8) == [["2023-11-28 20", "2023-12-05 20 since 2023-11-28", "2023-12-12 20", "2023-12-19 20"]])
  }

  // MARK: - Hours of past dates

  private var town: Campus { Campus(id: sample.feed.campus, name: "Town", timeZone: Zone("Europe/London")) }

  /// Ends a poll with a run, which stores the hours of past dates.
  private func run(_ day: Int) async throws {
    let run = RunUpdate(
      generatedAt: try HistorySample.time(day * 86_400), selection: RunSelection(), campuses: [town], feeds: [], parts: [])
    #expect(await store.commit(RunEnd(run: run)) == [])
  }

  private func pastDates() async throws -> [PastDate] {
    try await store.connection.read { try Array(PastDate.rows("ORDER BY date", in: $0)) }
  }

  /// Returns what is known of the places of the town: their usual weeks, and all new dates between two days.
  private func answers(onDay day: Int) async throws -> ([UsualWeek?], [[EntryID: [NewDate]]]) {
    let days = try (0..<day).map { try HistorySample.time($0 * 86_400) }
    var weeks: [UsualWeek?] = []
    for record in ["hall", "other", "third", "weekly"] { weeks.append(try await week(record, onDay: day)) }
    return (weeks, try await store.newDates(of: town, between: days))
  }

  /// Hours that were stored when a date had passed, and hours that are computed from the results when they are needed, are the same.
  @Test(arguments: 0..<4) func storedHoursOfPastDates(seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var hours = [22, 21, 20, 22]
    for day in 0..<60 {
      // Some dates are holidays of all places, some days have no poll, and hours change now and then.
      if Int.random(in: 0..<8, using: &generator) == 0 {
        hours[Int.random(in: 0..<4, using: &generator)] = Int.random(in: 0..<4, using: &generator) + 18
      }
      let (isHoliday, now) = (Int.random(in: 0..<9, using: &generator) == 0, hours)
      func closes(_ place: Int) -> (Int) -> Int? {
        { date in isHoliday && date == day + 3 ? 12 : date % 13 == place ? nil : now[place] - (date % 7 == 6 ? 2 : 0) }
      }
      if Int.random(in: 0..<10, using: &generator) > 0 {
        try await poll(day, ["hall": closes(0), "other": closes(1), "third": closes(2)], every: day % 20 == 19 ? nil : now[3])
      }
      if Int.random(in: 0..<5, using: &generator) > 0 { try await run(day) }
    }
    try await run(60)
    let stored = try await answers(onDay: 60)
    // One place alone, at the times of its versions.
    for id in try ["hall", "third"].map({ try #require(EntryID(feed: sample.feed, record: $0)) }) {
      let versions = try await store.versions(of: id)
      let all = try await store.newDates(of: town, between: versions.map(\.at))
      #expect(try await store.newDates(of: id, versions, in: town) == all.map { $0[id] ?? [] })
      #expect(versions.count > 20)
    }
    // The first poll may be missing.
    #expect(try await pastDates().count >= 57)
    #expect(try await store.check() == [])
    try await store.connection.write { try $0.execute(sql: "DELETE FROM past_date") }
    let computed = try await answers(onDay: 60)
    #expect(stored.0 == computed.0)
    #expect(stored.1 == computed.1)
    #expect(stored.0.contains { $0 != nil } && stored.1.contains { !$0.isEmpty })
  }

  @Test func storedHoursAreUsedWhileTheResultsAreTheSame() async throws {
    for day in 0..<15 {
      try await poll(day, ["hall": { _ in 22 }])
      try await run(day)
    }
    #expect(try await pastDates().map(\.date) == (0..<14).map { try Self.date($0).description })
    let first = try #require(try await pastDates().first?.places())
    #expect(first.map(\.place) == ["town/dining/hall"] && first.map(\.hours) == [UsualWeeks.Hours([0..<1320], isDated: true)])
    let changed = try await pastDates().filter { $0.date == "2023-11-21" || $0.date == "2023-11-14" }
    func replace(_ results: ContentID?) async throws {
      try await store.connection.write { database in
        for row in changed {
          let hours = UsualWeeks.Hours([0..<1200], isDated: true)
          let date = try #require(LocalDate(row.date))
          try #require(PastDate(town.id, date, results: results ?? row.results, [("town/dining/hall", hours)])).insert(in: database)
        }
      }
    }
    try await replace(nil)
    #expect(try await text(week("hall", onDay: 15), .tuesday) == "20 2 2023-11-14")
    try await replace(SHA256.hash([]))
    #expect(try await text(week("hall", onDay: 15), .tuesday) == "22 3 2023-11-14")
  }

  @Test func damagedHoursAreComputedAgain() async throws {
    for day in 0..<15 {
      try await poll(day, ["hall": { _ in 22 }])
      try await run(day)
    }
    try await store.connection.write { try $0.execute(sql: "UPDATE past_date SET hours = x'00' WHERE date = '2023-11-21'") }
    #expect(try await text(week("hall", onDay: 15), .tuesday) == "22 3 2023-11-14")
    let problems = try await store.check()
    #expect(problems.count == 1 && problems.first?.hasPrefix("the hours of town on 2023-11-21 in ") == true)
  }

  /// Old hours go with the results that they come from; those of a result that stays are kept.
  @Test func hoursOfDatesBeforeAllResultsAreRemoved() async throws {
    for day in 0..<15 {
      try await poll(day, ["hall": { _ in 22 }])
      try await run(day)
    }
    _ = try await store.prune(before: HistorySample.time(10 * 86_400))
    #expect(try await pastDates().map(\.date) == (9..<14).map { try Self.date($0).description })
  }
}
