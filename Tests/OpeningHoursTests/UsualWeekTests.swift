import OpeningHours
import Testing
import TestKit

@Suite struct UsualWeekTests {
  private typealias Weeks = UsualWeeks<String>

  /// The Tuesday of a week; September 1, 2026 is one.
  private static func tuesday(_ week: Int) throws -> LocalDate { try #require(LocalDate("2026-09-01")?.adding(days: 7 * week)) }

  /// Adds Tuesdays, each with the closing hours of some places; nil is not known, and 0 closed.
  private static func weeks(_ dates: [[Int?]], named: Set<Int> = [], isDated: Bool = true) throws -> (weeks: Weeks, explained: [Int]) {
    var weeks = Weeks()
    var explained: [Int] = []
    for (week, closes) in dates.enumerated() {
      var hours: [String: Weeks.Hours] = [:]
      for (place, closes) in closes.enumerated() {
        if let closes { hours["\(place)"] = Weeks.Hours(closes == 0 ? [] : [420..<60 * closes], isDated: isDated) }
      }
      if weeks.add(try tuesday(week), hours, isNamed: named.contains(week)) { explained.append(week) }
    }
    return (weeks, explained)
  }

  /// Returns the usual hours of the first place, such as "22 3 2026-09-01": until 22:00, seen three times since that date.
  private static func text(_ weeks: Weeks) -> String? {
    weeks["0"]?[.tuesday].map { day in "\((day.times.first?.upperBound ?? 0) / 60) \(day.weeks) \(day.since)" }
  }

  @Test(
    arguments: [
      ([], nil), ([22], nil), ([22, 22], "22 2 2026-09-01"), ([22, 20], nil), ([20, 22, 22], "22 2 2026-09-08"),
      // A single deviation changes nothing, and is not counted.
      ([22, 22, 20], "22 2 2026-09-01"), ([22, 22, 20, 22], "22 3 2026-09-01"), ([22, 22, 20, 22, 20], "22 3 2026-09-01"),
      // The second one in a row does.
      ([22, 22, 20, 20], "20 2 2026-09-15"), ([22, 22, 20, 20, 20, 22], "20 3 2026-09-15"), ([22, 22, 0, 0], "0 2 2026-09-15"),
      // A week without known hours is skipped.
      ([22, nil, 22], "22 2 2026-09-01"), ([22, 22, 20, nil, 20], "20 2 2026-09-15"),
    ] as [([Int?], String?)])
  func lastTwoDatesDecide(_ closes: [Int?], _ expected: String?) throws {
    #expect(try Self.text(Self.weeks(closes.map { [$0] }).weeks) == expected)
  }

  /// Holidays do not count, and neither does the return from one.
  @Test func datesOfTheCalendar() throws {
    let (weeks, explained) = try Self.weeks([[22], [22], [0], [0], [22], [20], [20]], named: [2, 3])
    #expect(explained == [2, 3])
    #expect(Self.text(weeks) == "20 2 2026-10-06")
  }

  @Test func datesOnWhichMostPlacesDiffer() throws {
    let usual: [Int?] = [22, 22, 22, 22, 22]
    // Three of five, then two of five, then three of seven.
    #expect(try Self.weeks([usual, usual, [0, 0, 0, 22, 22], [0, 0, 0, 22, 22], usual]).explained == [2, 3])
    #expect(try Self.weeks([usual, usual, [0, 0, 22, 22, 22]]).explained.isEmpty)
    #expect(try Self.weeks([usual + [22, 22], usual + [22, 22], [0, 0, 0, 22, 22, 22, 22]]).explained.isEmpty)
    #expect(try Self.text(Self.weeks([usual, usual, [0, 0, 0, 22, 22], [0, 0, 0, 22, 22]]).weeks) == "22 2 2026-09-01")
    // Two places are too few, even if they are all.
    #expect(try Self.weeks([[22, 22], [22, 22], [0, 0]]).explained.isEmpty)
    // Places without known hours do not count.
    #expect(try Self.weeks([usual, usual, [0, 0, 0, nil, nil]]).explained == [2])
  }

  /// Hours for every week that change are a change, however many places have it.
  @Test func hoursOfEveryWeekAreNotExplained() throws {
    let (weeks, explained) = try Self.weeks([[22, 22, 22], [22, 22, 22], [20, 20, 20], [20, 20, 20]], isDated: false)
    #expect(explained.isEmpty)
    #expect(Self.text(weeks) == "20 2 2026-09-15")
  }

  /// What lasts more than four weeks is a term.
  @Test func newTerm() throws {
    let (fall, spring): ([Int?], [Int?]) = ([22, 22, 22], [20, 20, 20])
    let (weeks, explained) = try Self.weeks([fall, fall] + Array(repeating: spring, count: 6))
    #expect(explained == [2, 3, 4, 5])
    #expect(Self.text(weeks) == "20 6 2026-09-15")
    // Before that, nothing has changed.
    #expect(try Self.text(Self.weeks([fall, fall] + Array(repeating: spring, count: 4)).weeks) == "22 2 2026-09-01")
  }

  @Test func weekdaysAreSeparate() throws {
    var weeks = Weeks()
    for day in 0..<28 {
      let date = try #require(LocalDate("2026-09-01")?.adding(days: day))
      weeks.add(date, ["0": Weeks.Hours(date.weekday == .friday ? [0..<1440] : [480..<1500], isDated: false)])
    }
    #expect(Weekday.allCases.map { weeks["0"]?[$0]?.weeks } == [4, 4, 4, 4, 4, 4, 4])
    #expect(weeks["0"]?[.friday]?.times == [0..<1440])
    #expect(weeks["0"]?[.monday]?.times == [480..<1500])
    #expect(weeks["0"]?[.tuesday]?.since.description == "2026-09-01")
    #expect(weeks["1"] == nil)
  }
}
