import OpeningHours
import TestKit
import Testing

@Suite struct LocalDateTests {
  /// The first, the last and a random day of each month of a range of years, checked against a count of days.
  @Test(arguments: stride(from: 1, through: 9999, by: 500).map { $0 })
  func everyMonthMatchesCount(firstYear: Int) throws {
    var generator = SeededGenerator(seed: UInt64(firstYear))
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    // 0001-01-01 was a Monday, 719,162 days before 1970-01-01.
    var days = -719_162
    for year in 1...min(firstYear + 499, 9999) {
      let isLeap = year.isMultiple(of: 400) || (year.isMultiple(of: 4) && !year.isMultiple(of: 100))
      for month in 1...12 {
        let length = lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
        defer { days += length }
        guard year >= firstYear else { continue }
        for day in [1, length, Int.random(in: 1...length, using: &generator)] {
          let date = try #require(LocalDate(year: year, month: month, day: day), "\(year)-\(month)-\(day)")
          let expected = days + day - 1
          guard date.daysSinceEpoch != Int32(expected) || date.components != (year, month, day) else { continue }
          Issue.record("\(year)-\(month)-\(day): \(date.daysSinceEpoch), not \(expected); \(date.components)")
        }
        if LocalDate(year: year, month: month, day: length + 1) != nil || LocalDate.days(in: month, of: year) != length {
          Issue.record("\(year)-\(month) should have \(length) days")
        }
      }
    }
    if firstYear > 9500 { #expect(days == 2_932_897, "the count reaches the day after 9999-12-31") }
  }

  @Test(arguments: Budget.seeds(10))
  func textRoundTripsAndKeepsOrder(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let (first, second) = (
        Int.random(in: -719_162...2_932_896, using: &generator), Int.random(in: -719_162...2_932_896, using: &generator)
      )
      let (left, right) = (try #require(LocalDate(daysSinceEpoch: first)), try #require(LocalDate(daysSinceEpoch: second)))
      #expect(LocalDate(left.description) == left, "seed \(seed)")
      #expect((left < right) == (left.description < right.description), "seed \(seed): \(left), \(right)")
      #expect((left == right) == (first == second))
      #expect(left.weekday.rawValue == (first + 719_162) % 7, "seed \(seed): \(left)")
      #expect(left.adding(days: second - first) == right)
    }
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017), ("0001-01-01", -719_162),
    ("9999-12-31", 2_932_896),
    ("2026-11-21", 20_778), ("1900-03-01", -25_508),
  ])
  func knownDays(text: String, days: Int) throws {
    let date = try #require(LocalDate(text))
    #expect(date.daysSinceEpoch == days)
    #expect(date.description == text)
    #expect(LocalDate(daysSinceEpoch: days) == date)
  }

  @Test(arguments: [
    ("2026-11-21", Weekday.saturday), ("1970-01-01", .thursday), ("2000-01-01", .saturday), ("1600-02-29", .tuesday),
    ("0001-01-01", .monday),
    ("9999-12-31", .friday), ("1969-07-20", .sunday), ("2025-03-09", .sunday),
  ])
  func knownWeekdays(text: String, weekday: Weekday) throws { #expect(try date(text).weekday == weekday) }

  @Test(arguments: [
    "2026-02-29", "2026-02-30", "1900-02-29", "2100-02-29", "2024-02-30", "2026-04-31", "2026-06-31", "2026-00-10", "2026-13-01",
    "2026-01-00", "2026-01-32",
    "0000-01-01", "10000-01-01", "2026-1-01", "2026-01-1", "26-01-01", "", "2026", "2026-01", "2026-01-01T", " 2026-01-01", "2026-01-01 ",
    "2026/01/01",
    "2026_01_01", "20260101", "-026-01-01", "+026-01-01", "2026-+1-01", "2026-01--1", "2026-0a-01", "２026-01-01", "2026-٠1-01",
    "2026-01-01Z", "2026-W01-1",
  ])
  func invalidDates(text: String) { #expect(LocalDate(text) == nil) }

  @Test func datesOutOfRange() throws {
    #expect(LocalDate(daysSinceEpoch: -719_163) == nil)
    #expect(LocalDate(daysSinceEpoch: 2_932_897) == nil)
    #expect(LocalDate(year: 0, month: 12, day: 31) == nil)
    #expect(LocalDate(year: 10_000, month: 1, day: 1) == nil)
    #expect(try date("9999-12-31").adding(days: 1) == nil)
    #expect(try date("0001-01-01").adding(days: -1) == nil)
    #expect(LocalDate(year: 2026, month: 1, day: -5) == nil)
  }

  @Test func weekdayCodes() {
    #expect(Weekday.allCases.map { "\($0.code)" } == ["mo", "tu", "we", "th", "fr", "sa", "su"])
    #expect(Weekday.allCases.map { "\($0.osm)" } == ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"])
  }
}
