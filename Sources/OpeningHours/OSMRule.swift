/// A rule of OSM `opening_hours` text.
struct OSMRule {
  /// The first day; nil for all dates.
  var from: LocalDate?
  /// The last day, inclusive; nil if the rule has no end.
  var to: LocalDate?
  /// Whether the rule applies to each weekday, Monday first.
  var weekdays: [Bool] = Array(repeating: true, count: 7)
  var plan: DayPlan
  /// Whether the rule adds to the rules before it instead of replacing their days.
  var adds: Bool

  func covers(_ date: LocalDate) -> Bool {
    if let from, date < from { return false }
    if let to, date > to { return false }
    return weekdays[date.weekday.rawValue]
  }

  /// The days on which the rule begins to apply or stops applying.
  var boundaries: [Int32] { [from?.daysSinceEpoch, to.map { $0.daysSinceEpoch + 1 }].compactMap { $0 } }
}
