package import OpeningHours

/// Reads and writes dates of HTTP header fields (RFC 9110, section 5.6.7).
package enum HTTPDate {
  /// Returns the instant of a date in any of the three forms; nil for anything else, also for further spaces. Two-digit years mean 1970 to
  /// 2069. The weekday must be one, but is not compared with the date.
  package static func parse(_ text: String) -> Instant? {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    // The last form writes the days 1 to 9 with a space before them.
    if words.count == 6, words[2].isEmpty, words[3].utf8.count == 1 { words[2...3] = ["0\(words[3])"] }
    switch words.count {
    case 6 where words[5] == "GMT" && isDay(words[0], "Sun,"):  // Sun, 06 Nov 1994 08:49:37 GMT
      return instant(words[1], words[2], words[3], words[4])
    case 4 where words[3] == "GMT" && isDay(words[0], "Sunday,"):  // Sunday, 06-Nov-94 08:49:37 GMT
      let parts = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, parts[2].count == 2, let year = Freshness.number(parts[2]) else { return nil }
      return instant(parts[0], parts[1], "\(year < 70 ? 2000 + year : 1900 + year)", words[2])
    case 5 where isDay(words[0], "Sun"): return instant(words[2], words[1], words[4], words[3])  // Sun Nov  6 08:49:37 1994
    default: return nil
    }
  }

  /// Returns an instant in the preferred form, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  package static func text(_ instant: Instant) -> String {
    let (date, second) = instant.local(offset: 0)
    let (year, month, day) = date.components
    let years = String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)"
    let clock = "\(pad(second / 3600)):\(pad(second / 60 % 60)):\(pad(second % 60))"
    return "\(date.weekday.shortName), \(pad(day)) \(LocalDate.monthNames[month - 1]) \(years) \(clock) GMT"
  }

  /// Returns whether a word is a weekday in the form of an example: "Sun,", "Sunday," or "Sun".
  private static func isDay(_ word: String, _ example: String) -> Bool {
    Weekday.allCases.contains { day in
      let name = example.hasPrefix("Sunday") ? day.name : String(day.name.prefix(3))
      return name + (example.hasSuffix(",") ? "," : "") == word
    }
  }

  private static func instant(_ day: String, _ month: String, _ year: String, _ time: String) -> Instant? {
    guard day.utf8.count == 2, let day = Freshness.number(day), let month = LocalDate.monthNames.firstIndex(of: month),
      year.utf8.count == 4,
      let year = Freshness.number(year), let date = LocalDate(year: year, month: month + 1, day: day), time.utf8.count == 8,
      let clock = ClockTime(time), clock.seconds < 86_400
    else { return nil }
    return Instant(secondsSinceEpoch: Int64(date.daysSinceEpoch) * 86_400 + Int64(clock.seconds))
  }
}
