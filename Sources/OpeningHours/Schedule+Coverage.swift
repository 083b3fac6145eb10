extension Schedule {
  /// Returns the last of the consecutive known service days that begin with `date`; nil if `date` itself is unknown, 9999-12-31 if all
  /// later days are known.
  public func lastKnownDay(from date: LocalDate) -> LocalDate? {
    guard isKnown(date.daysSinceEpoch) else { return nil }
    guard let unknown = nearestDay(to: date.daysSinceEpoch, step: 1, isKnown: false) else { return .last }
    return unknown.adding(days: -1)
  }

  /// Returns why the hours of a day are unknown. A day that a layer covers is always a gap.
  ///
  /// - Parameter day: in days since 1970.
  package func unknownReason(on day: Int32) -> UnknownHoursReason {
    if let date = LocalDate(daysSinceEpoch: Int(day)), decidingLayer(on: date) != nil { return .gap(date) }
    switch (nearestDay(to: day, step: -1, isKnown: true), nearestDay(to: day, step: 1, isKnown: true)) {
    case (nil, nil): return .noHours
    case (let before?, nil): return .after(before)
    case (nil, let after?): return .before(after)
    case (.some, .some): return LocalDate(daysSinceEpoch: Int(day)).map { .gap($0) } ?? .noHours
    }
  }

  /// Returns the nearest day that is known, or unknown: after this one with a step of 1, before it with a step of -1.
  private func nearestDay(to day: Int32, step: Int32, isKnown: Bool) -> LocalDate? {
    var (candidate, seen) = (day + step, 0)
    while let date = LocalDate(daysSinceEpoch: Int(candidate)) {
      if self.isKnown(candidate) == isKnown { return date }
      seen += 1
      candidate += step
      // After a week without a change, continue at the next boundary.
      if seen > 7 {
        guard let change = step > 0 ? nextBoundary(after: candidate - 8) : lastBoundary(before: candidate + 8) else { return nil }
        candidate = step > 0 ? max(candidate, change) : min(candidate, change)
      }
    }
    return nil
  }
}
