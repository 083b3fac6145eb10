import OpeningHours
import Testing

@Suite struct WeekNumberTests {
  @Test(arguments: [
    ("2018-12-31", 2019, 1), ("2020-12-28", 2020, 53), ("2021-01-03", 2020, 53), ("2021-01-04", 2021, 1), ("2024-02-29", 2024, 9),
    ("2024-12-29", 2024, 52), ("2024-12-30", 2025, 1), ("2026-11-28", 2026, 48), ("2026-12-31", 2026, 53), ("2027-01-03", 2026, 53),
    ("2027-01-04", 2027, 1), ("2028-01-02", 2027, 52), ("0001-01-01", 1, 1),
  ]) func week(_ text: String, _ year: Int, _ week: Int) throws {
    let date = try #require(LocalDate(text))
    #expect(date.isoWeek == (year, week))
  }

  /// Weeks begin on Monday, follow each other, and the first is that of 4 January.
  @Test func weeksFollowEachOther() throws {
    var day = try #require(LocalDate("1999-12-27"))
    var last = day.isoWeek
    let end = try #require(LocalDate("2400-01-10"))
    while day < end {
      for later in 1..<7 { #expect(try #require(day.adding(days: later)).isoWeek == last) }
      day = try #require(day.adding(days: 7))
      let next = day.isoWeek
      #expect(next == (last.year, last.week + 1) || next == (last.year + 1, 1) && (52...53).contains(last.week), "\(day)")
      if next.week == 1 {
        let fourth = try #require(LocalDate(year: next.year, month: 1, day: 4))
        #expect(fourth >= day && fourth < (day.adding(days: 7) ?? day), "\(day)")
      }
      last = next
    }
  }
}
