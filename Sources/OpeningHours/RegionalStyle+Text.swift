extension RegionalStyle {
  // MARK: - Times

  /// Returns a time of day: "07:30" or "7:30 AM", "18:00" or "6 PM". Midnight is "midnight", and noon on the 12-hour clock "noon".
  ///
  /// - Parameter minutes: since the midnight that begins the day. From 1440 on, the time is on the clock of the next day.
  package func time(_ minutes: Int) -> String {
    let minutes = minutes % 1440
    if minutes == 0 { return words.text("midnight") }
    return minutes == 720 && clock == .twelveHours ? words.text("noon") : digits(minutes)
  }

  /// Returns a time of day in digits, for times after their date: "00:00" or "12 AM".
  package func digits(_ minutes: Int) -> String {
    let (hour, minute) = (minutes / 60 % 24, minutes % 60)
    if clock == .twentyFourHours { return "\(pad(hour)):\(pad(minute))" }
    return "\(Self.hour(hour, minute)) \(words.text(hour < 12 ? "am" : "pm"))"
  }

  /// Returns the times of an opening: "11:00–14:00" or "11 AM–2 PM", "07:30–10:15" or "7:30–10:15 AM", "17:00–midnight".
  ///
  /// - Parameters:
  ///   - opens: minutes since the midnight that begins the day.
  ///   - closes: as `opens`, and after it. From 1440 on, the time is on the clock of the next day.
  package func times(_ opens: Int, _ closes: Int) -> String {
    // Two times of the same morning or afternoon share its name.
    let sharesHalf = clock == .twelveHours && opens / 720 == closes / 720 && opens % 720 != 0
    return "\(sharesHalf ? Self.hour(opens / 60 % 24, opens % 60) : time(opens))–\(time(closes))"
  }

  /// Returns a time of day as an end, with the article that some languages put before it: "until 02:00", "fino alle 02:00", "until midnight".
  package func until(_ minutes: Int) -> String {
    minutes % 1440 == 0 ? words.text("until-midnight") : words.text("until-clock", ["time": time(minutes)])
  }

  /// Returns a time of day as a beginning: "from 19:00", "dalle 19:00", "from midnight".
  package func from(_ minutes: Int) -> String {
    minutes % 1440 == 0 ? words.text("from-midnight") : words.text("from-clock", ["time": time(minutes)])
  }

  /// Returns a time of day as a beginning in the past: "since 19:00", "dalle 19:00", "since midnight".
  package func since(_ minutes: Int) -> String {
    minutes % 1440 == 0 ? words.text("since-midnight") : words.text("since-clock", ["time": time(minutes)])
  }

  /// "7:30", "6", "12".
  private static func hour(_ hour: Int, _ minute: Int) -> String {
    "\((hour + 11) % 12 + 1)\(minute == 0 ? "" : ":\(pad(minute))")"
  }

  // MARK: - Dates

  /// Returns a date with its year: "Sat 21 Nov 2026" or "Sat, Nov 21, 2026".
  package func date(_ date: LocalDate) -> String {
    withYear(shortDate(date), date.components.year)
  }

  /// Returns a date with its year if it differs from the other date's: "Fri 20 Nov" or "Fri, Nov 20".
  package func date(_ date: LocalDate, from other: LocalDate) -> String {
    date.components.year == other.components.year ? shortDate(date) : self.date(date)
  }

  /// Returns the day and the month without the weekday: "20 Nov" or "Nov 20".
  package func dayAndMonth(_ date: LocalDate) -> String {
    let (_, month, day) = date.components
    return dayAndMonth(self.day(day), words.months[month - 1])
  }

  /// Returns the number of a day in a month: "2", but "1er" in French.
  private func day(_ number: Int) -> String { number == 1 ? words.text("first-of-month") : "\(number)" }

  private func dayAndMonth(_ day: String, _ month: String) -> String {
    words.text(hasMonthFirst ? "month-day" : "day-month", ["day": day, "month": month])
  }

  private func withYear(_ day: String, _ year: Int) -> String {
    words.text(hasMonthFirst ? "month-day-year" : "day-year", ["day": day, "year": "\(year)"])
  }

  private func shortDate(_ date: LocalDate) -> String {
    words.text(hasMonthFirst ? "weekday-month-day" : "weekday-day", ["weekday": weekday(date), "day": dayAndMonth(date)])
  }

  /// Returns the short name of the weekday: "Sat".
  package func weekday(_ date: LocalDate) -> String { weekday(date.weekday) }

  /// Returns the short name of a weekday.
  package func weekday(_ weekday: Weekday) -> String { words.weekdays[(weekday.rawValue + 1) % 7] }

  /// Returns the full name of the weekday: "Saturday".
  package func fullWeekday(_ date: LocalDate) -> String { words.fullWeekdays[(date.weekday.rawValue + 1) % 7] }

  /// Returns a date or another day with a time of that day after it: "Sat 21 Nov 2026 09:00" or "Sat, Nov 21, 2026, 9 AM", "tomorrow 9 AM".
  package func joined(_ date: String, _ time: String) -> String { words.text("time-after-day", ["day": beforeMore(date), "time": time]) }

  /// Returns a date before more words. A date with commas has another after it.
  package func beforeMore(_ date: String) -> String { date.utf8.contains(UInt8(ascii: ",")) ? date + "," : date }

  /// Returns a date with its year, and a time: "Sat 21 Nov 2026 09:00" or "Sat, Nov 21, 2026, 9 AM".
  ///
  /// - Parameters:
  ///   - zone: nil for UTC, which is then named.
  ///   - isEnd: whether something ends then. Midnight is then that of the day before: "Sat 21 Nov 2026 midnight".
  package func text(_ instant: Instant, in zone: Zone?, isEnd: Bool = false) -> String {
    let (date, second) = zone?.local(instant) ?? instant.local(offset: 0)
    let before = isEnd && second < 60 ? date.adding(days: -1) : nil
    let text = before.map { joined(self.date($0), words.text("midnight")) } ?? joined(self.date(date), digits(second / 60))
    return text + (zone == nil ? " UTC" : "")
  }

  /// Returns dates with full names of months: "16 September 2023", "16–22 September 2023", "28 September – 4 October 2023",
  /// "28 December 2023 – 4 January 2024"; or "September 16, 2023", "September 16–22, 2023" and so on.
  ///
  /// - Parameter year: a year that is left out if both dates are in it; nil for none.
  package func text(_ dates: ClosedRange<LocalDate>, inYear year: Int? = nil) -> String {
    let (first, last) = (dates.lowerBound.components, dates.upperBound.components)
    func day(_ date: (year: Int, month: Int, day: Int)) -> String { dayAndMonth(self.day(date.day), words.fullMonths[date.month - 1]) }
    func end(_ days: String) -> String { first.year == last.year && last.year == year ? days : withYear(days, last.year) }
    if first == last { return end(day(last)) }
    if (first.year, first.month) == (last.year, last.month) {
      let month = words.fullMonths[first.month - 1]
      let key = hasMonthFirst ? "month-days" : "days-of-month"
      return end(words.text(key, ["first": self.day(first.day), "last": self.day(last.day), "month": month]))
    }
    return "\(first.year == last.year ? day(first) : withYear(day(first), first.year)) – \(end(day(last)))"
  }

  // MARK: - Distances

  /// Returns a distance: "85 m", "1.2 km", or "14 km" from 10 km on; in miles "280 ft", "0.7 mi", "14 mi".
  ///
  /// - Parameter meters: not negative.
  package func distance(_ meters: Double) -> String {
    switch units {
    case .kilometers: meters < 999.5 ? "\(Int(meters.rounded())) m" : long(meters / 1000, "km")
    case .miles:
      // A tenth of a mile has 528 feet.
      meters < 0.095 * Self.mile ? "\(Int((meters / 3.048).rounded()) * 10) ft" : long(meters / Self.mile, "mi")
    }
  }

  private static let mile = 1609.344

  private func long(_ distance: Double, _ unit: String) -> String {
    let tenths = Int((distance * 10).rounded())
    return tenths < 100 ? "\(tenths / 10)\(words.text("decimal-point"))\(tenths % 10) \(unit)" : "\(Int(distance.rounded())) \(unit)"
  }
}

extension Instant {
  /// Returns the local date and time in the international style; without a zone in UTC, which is then named.
  package func text(in zone: Zone?) -> String { RegionalStyle.international.text(self, in: zone) }
}

extension LocalDate {
  /// Returns the date in the international style, such as "Fri 20 Nov", with the year if it differs from the other date's.
  package func text(from other: LocalDate) -> String { RegionalStyle.international.date(self, from: other) }

  /// The date in the international style, such as "Sat 21 Nov 2026".
  public var longText: String { RegionalStyle.international.date(self) }

  /// The names of months in data formats.
  package static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
