extension LocalDate {
  /// The ISO 8601 week, which begins on Monday and belongs to the year of its Thursday: 2027-01-01 is in week 53 of 2026.
  package var isoWeek: (year: Int, week: Int) {
    let thursday = adding(days: 3 - Self.weekday(of: daysSinceEpoch)) ?? self
    let year = thursday.components.year
    guard let first = LocalDate(year: year, month: 1, day: 1) else { return (year, 1) }
    return (year, Int(thursday.daysSinceEpoch - first.daysSinceEpoch) / 7 + 1)
  }
}
