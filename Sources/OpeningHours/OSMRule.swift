/// One rule of an OSM `opening_hours` text.
struct OSMRule {
  /// The first and the last day; nil where it has no end.
  var from: LocalDate?
  var to: LocalDate?
  /// By raw value of the weekday.
  var weekdays: [Bool] = Array(repeating: true, count: 7)
  var plan: DayPlan
  /// It keeps the rules before it.
  var adds: Bool

  func covers(_ date: LocalDate) -> Bool {
    if let from, date < from { return false }
    if let to, date > to { return false }
    return weekdays[date.weekday.rawValue]
  }

  /// The days from which on the rule says something else.
  var boundaries: [Int32] { [from?.daysSinceEpoch, to.map { $0.daysSinceEpoch + 1 }].compactMap { $0 } }
}
