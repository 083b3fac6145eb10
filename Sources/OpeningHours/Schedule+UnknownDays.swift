extension Schedule {
  /// Returns the first day in a range whose hours a layer states to be unknown; nil if there is none. Days that no layer covers do not count.
  package func firstUnknownDay(in range: ClosedRange<LocalDate>) -> LocalDate? {
    guard layers.contains(where: \.hasUnknownDay) else { return nil }
    var day = range.lowerBound.daysSinceEpoch
    var daysWithout: Int32 = 0
    while day <= range.upperBound.daysSinceEpoch, let date = LocalDate(daysSinceEpoch: Int(day)) {
      if plan(on: date) == .unknown, decidingLayer(on: date) != nil { return date }
      (day, daysWithout) = (day + 1, daysWithout + 1)
      // All weeks until the next change are the same.
      if daysWithout >= 7 {
        guard let change = nextBoundary(after: day - 8) else { return nil }
        if change > day { (day, daysWithout) = (change, 0) }
      }
    }
    return nil
  }
}

extension Layer {
  fileprivate var hasUnknownDay: Bool {
    switch rule {
    case .always: false
    case .week(let week): week.days.hasUnknownDay
    case .days(let days): days.plans.hasUnknownDay
    }
  }
}
