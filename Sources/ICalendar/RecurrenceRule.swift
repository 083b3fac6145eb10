import Basics
import OpeningHours

/// A recurrence rule (RFC 5545, section 3.3.10) that repeats by day, week, month or year.
package struct RecurrenceRule: Sendable, Hashable {
  package enum Frequency: Sendable, Hashable { case daily, weekly, monthly, yearly }

  /// The value as it is written.
  let text: String
  let frequency: Frequency
  let interval: Int
  /// The number of occurrences; nil if it is not limited.
  let count: Int?
  /// The time of the last occurrence or after it; nil if it is not limited.
  let until: CalendarTime?
  /// The weekdays of BYDAY, empty without it; nil if one of them has a number, such as the second Monday.
  private let weekdays: Set<Weekday>?
  private let hasOtherParts: Bool
  private let firstWeekday: Weekday

  /// - Throws: an error if the rule cannot be read, or repeats more often than daily.
  init(_ line: ContentLine) throws(CalendarError) {
    text = String(decoding: line.value, as: UTF8.self)
    guard let rule = ParsedRule(text), !rule.hasUntil || rule.until != nil else {
      throw CalendarError(.time, line.name, "the rule \"\(text.prefix(60))\" cannot be read")
    }
    guard let frequency = rule.frequency else {
      throw CalendarError(.time, line.name, "the rule \"\(text.prefix(60))\" repeats more often than daily")
    }
    let parts = Self.parts(of: text)
    if let wrong = Self.wrongPart(frequency, parts, interval: rule.interval, count: rule.count) {
      throw CalendarError(.time, line.name, "the rule \"\(text.prefix(60))\" cannot be applied because of \(wrong)")
    }
    if frequency == .weekly, rule.interval > 1, ![.monday, .sunday].contains(rule.firstWeekday) {
      throw CalendarError(.time, line.name, "the rule \"\(text.prefix(60))\" cannot be applied because of WKST")
    }
    self.frequency = frequency
    interval = rule.interval
    count = rule.count
    until = rule.until
    weekdays = rule.weekdays
    hasOtherParts = rule.hasOtherParts
    firstWeekday = rule.firstWeekday
  }

  /// Returns the values of the parts of a rule, by their names.
  private static func parts(of text: String) -> [String: String] {
    let pairs = text.uppercased().split(separator: ";").map { $0.split(separator: "=", maxSplits: 1).map { String($0).trimmed } }
    return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
  }

  /// Returns the name of a part that the library reads wrongly together with the others; nil if there is none.
  private static func wrongPart(_ frequency: Frequency, _ parts: [String: String], interval: Int, count: Int?) -> String? {
    // Large numbers lose their upper bits.
    if let value = parts["INTERVAL"], Int(value) != interval { return "INTERVAL" }
    if let value = parts["COUNT"], Int(value) != count { return "COUNT" }
    // The weeks at the boundary of two years are wrong.
    if parts["BYWEEKNO"] != nil { return "BYWEEKNO" }
    switch frequency {
    case .weekly where parts["BYSETPOS"] != nil: return "BYSETPOS"
    case .daily where parts["BYMONTHDAY"]?.contains("-") == true: return "BYMONTHDAY"
    case .yearly where parts["BYMONTHDAY"] != nil && parts["BYMONTH"] == nil: return "BYMONTHDAY"
    default: return nil
    }
  }

  /// Returns the weekdays on which the event takes place every week; nil if it is not the same every week.
  ///
  /// - Parameter first: the weekday of its start.
  func everyWeek(from first: Weekday) -> Set<Weekday>? {
    guard !hasOtherParts, let weekdays else { return nil }
    switch (frequency, interval) {
    case (.weekly, 1): return weekdays.isEmpty ? [first] : weekdays
    case (.daily, 1): return weekdays.isEmpty ? Set(Weekday.allCases) : weekdays
    case (.daily, 7): return weekdays.isEmpty ? [first] : nil
    default: return nil
    }
  }

  /// Returns the starts of its occurrences, ascending, in local seconds since 1970.
  ///
  /// - Parameters:
  ///   - start: the start of the event.
  ///   - first: the time from which occurrences are wanted; ignored if the rule counts its occurrences.
  ///   - last: the time through which occurrences are wanted.
  ///   - budget: of the calendar.
  /// - Throws: an error if there are too many, or none.
  func starts(
    from start: CalendarTime, since first: Int64, through last: Int64, _ budget: inout RuleBudget
  ) throws(CalendarError) -> [Int64] {
    let start = firstMatch(from: start)
    guard start.wall <= last else { return [] }
    let shown = "the rule \"\(text.prefix(60))\""
    // Before 1900, the calendar of the library may be another one. Counting begins at the start.
    guard start.wall >= Self.earliest, count == nil || last - start.wall <= Self.longestCount else {
      throw CalendarError(.limit, .rule, "\(shown) began too long ago")
    }
    try budget.check()
    let from = periodStart(before: first, from: start.wall)
    guard let rule = ParsedRule(text), var iterator = rule.occurrences(start: start, from: from, through: last) else {
      budget.spend()
      throw CalendarError(.time, .rule, "\(shown) has no dates")
    }
    var starts: [Int64] = []
    while let next = iterator.next(), next <= last {
      // A rule of the library may repeat its first occurrence.
      if let previous = starts.last, next <= previous { continue }
      guard next >= first || count != nil else { continue }
      starts.append(next)
      guard starts.count <= Self.maximumStarts else {
        throw CalendarError(.limit, .rule, "\(shown) has more than \(Self.maximumStarts) occurrences")
      }
    }
    return starts
  }

  /// Returns the first date of a weekly rule whose start is on another weekday: the library looks for it in the wrong week.
  private func firstMatch(from start: CalendarTime) -> CalendarTime {
    guard frequency == .weekly, let weekdays, !weekdays.isEmpty, let date = LocalDate(daysSinceEpoch: Int(floorDay(start.wall) / 86_400)),
      !weekdays.contains(date.weekday)
    else { return start }
    let inWeek = (date.weekday.rawValue - firstWeekday.rawValue + 7) % 7
    let offsets = weekdays.map { ($0.rawValue - firstWeekday.rawValue + 7) % 7 }.sorted()
    let offset = offsets.first { $0 > inWeek } ?? offsets[0] + 7 * interval
    return CalendarTime(wall: start.wall + Int64(offset - inWeek) * 86_400, clock: start.clock)
  }

  /// Returns a time at which a period of the rule begins, not after another time: the library is wrong about intervals of weeks in between.
  private func periodStart(before time: Int64, from start: Int64) -> Int64 {
    let days: Int64 = frequency == .weekly ? 7 : 1
    let period = days * Int64(interval) * 86_400
    return frequency == .weekly || frequency == .daily ? start + max(0, time - start) / period * period : time
  }

  private static let earliest: Int64 = -2_208_988_800
  private static let maximumStarts = 10_000
  /// Thirty years.
  private static let longestCount: Int64 = 30 * 366 * 86_400
}
