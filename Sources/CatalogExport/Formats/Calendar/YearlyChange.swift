import OpeningHours

/// A rule for clock changes that come once a year, such as at 02:00 on the second Sunday in March.
struct YearlyChange {
  let month: Int
  let weekday: Weekday
  /// The days of the month on one of which the change is, if it has the weekday.
  let days: ClosedRange<Int>
  /// The local time before the change, in seconds of the day.
  let second: Int
  /// Seconds east of UTC.
  let before: Int
  let after: Int

  /// Returns the rules for a change at a time after the beginning of a day, which may be on another day, and so in two months.
  ///
  /// - Parameters:
  ///   - week: 1 to 4, or 5 for the last.
  ///   - weekday: from 0 for Sunday.
  ///   - seconds: the time; it may be negative, or more than 24 hours.
  /// - Returns: nil for the end of February, whose days depend on the year.
  static func all(week: Int, weekday: Int, month: Int, seconds: Int, before: Int, after: Int) -> [YearlyChange]? {
    // A year that is not a leap year.
    guard (1...5).contains(week), (0...6).contains(weekday), let start = LocalDate(year: 2102, month: month, day: 1) else { return nil }
    let shift = seconds >= 0 ? seconds / 86_400 : (seconds + 1) / 86_400 - 1
    let first = (week == 5 ? LocalDate.days(in: month, of: 2102) - 7 : week * 7 - 7) + shift
    let days = (first...first + 6).compactMap { start.adding(days: $0)?.components }
    let months = Dictionary(grouping: days, by: \.month).mapValues { $0.map(\.day) }
    if months[2] != nil, week == 5 || months.count > 1 { return nil }
    return months.map { month, days in
      YearlyChange(
        month: month, weekday: Weekday.allCases[(weekday + shift + 20) % 7], days: days[0]...days[days.count - 1],
        second: seconds - shift * 86_400, before: before, after: after)
    }
  }

  /// Returns the date in a year; empty if the year has none.
  func dates(in year: Int) -> [LocalDate] {
    days.compactMap { LocalDate(year: year, month: month, day: $0) }.filter { $0.weekday == weekday }
  }

  /// Whether a local time, in seconds since 1970-01-01T00:00:00, has the month, weekday and time of the change.
  func fits(_ wall: Int64) -> Bool {
    let (date, second) = CalendarTime.date(of: wall)
    return date.components.month == month && date.weekday == weekday && second == self.second
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
