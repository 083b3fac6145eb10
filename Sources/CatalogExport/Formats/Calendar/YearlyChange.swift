/// A rule for clock changes that come once a year, such as on the second Sunday in March.
struct YearlyChange {
  let month: Int
  let weekday: Weekday
  /// The days of the month on one of which the change is, if it has the weekday.
  let days: ClosedRange<Int>

  /// The years that a rule is made from: in 28 years, each date has each weekday, in leap years and in others.
  static let sample = 2102...2129

  /// Creates the rule that gives these dates and no others in the years of the sample; nil if there is none.
  ///
  /// - Parameter dates: of the same month and weekday.
  init?(_ dates: [LocalDate]) {
    let dates = dates.filter { Self.sample.contains($0.components.year) }
    guard let first = dates.first, let earliest = dates.map(\.components.day).min(), let latest = dates.map(\.components.day).max(),
      latest - earliest < 7
    else { return nil }
    (month, weekday, days) = (first.components.month, first.weekday, earliest...latest)
    guard Self.sample.flatMap(self.dates) == dates else { return nil }
  }

  /// Returns the date in a year; empty if the year has none.
  func dates(in year: Int) -> [LocalDate] {
    days.compactMap { LocalDate(year: year, month: month, day: $0) }.filter { $0.weekday == weekday }
  }

  /// The rule as a recurrence (RFC 5545, section 3.3.10): with "2SU" or "-1SU" where possible.
  var recurrence: String {
    let start = "FREQ=YEARLY;BYMONTH=\(month)"
    let code = weekday.calendarCode
    let length = LocalDate.days(in: month, of: 2102)
    if days.count == 7, days.lowerBound % 7 == 1 { return "\(start);BYDAY=\(days.upperBound / 7)\(code)" }
    if days.count == 7, days.upperBound == length, month != 2 { return "\(start);BYDAY=-1\(code)" }
    return "\(start);BYMONTHDAY=\(days.map(String.init).joined(separator: ","));BYDAY=\(code)"
  }
}

extension Weekday {
  /// The weekday in a recurrence: "MO" to "SU".
  var calendarCode: String { "\(code)".uppercased() }
}
