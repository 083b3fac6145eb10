extension Schedule {
  /// Returns the last of the consecutive known service days that begin with `date`; nil if `date` itself is unknown, 9999-12-31 if all
  /// later days are known.
  public func lastKnownDay(from date: LocalDate) -> LocalDate? {
    guard isKnown(date.daysSinceEpoch) else { return nil }
    guard let unknown = firstDay(after: date.daysSinceEpoch, isKnown: false) else { return .last }
    return unknown.adding(days: -1)
  }

  /// Returns why the hours of a day are unknown. A day that a layer covers is always a gap.
  func unknownReason(on day: Int32) -> UnknownHoursReason {
    if let date = LocalDate(daysSinceEpoch: Int(day)), decidingLayer(on: date) != nil { return .gap(date) }
    switch (lastDay(before: day), firstDay(after: day, isKnown: true)) {
    case (nil, nil): return .noHours
    case (let before?, nil): return .after(before)
    case (nil, let after?): return .before(after)
    case (.some, .some): return LocalDate(daysSinceEpoch: Int(day)).map { .gap($0) } ?? .noHours
    }
  }

  /// Returns the first day after this one that is known, or the first that is unknown.
  private func firstDay(after day: Int32, isKnown: Bool) -> LocalDate? {
    var (candidate, seen) = (day + 1, 0)
    while candidate <= LocalDate.last.daysSinceEpoch {
      if self.isKnown(candidate) == isKnown { return LocalDate(daysSinceEpoch: Int(candidate)) }
      seen += 1
      candidate += 1
      // After a week without a change, continue at the next boundary.
      if seen > 7 {
        guard let change = nextBoundary(after: candidate - 8) else { return nil }
        candidate = max(candidate, change)
      }
    }
    return nil
  }

  /// Returns the last known day before this one.
  private func lastDay(before day: Int32) -> LocalDate? {
    var (candidate, seen) = (day - 1, 0)
    while candidate >= LocalDate.first.daysSinceEpoch {
      if isKnown(candidate) { return LocalDate(daysSinceEpoch: Int(candidate)) }
      seen += 1
      candidate -= 1
      if seen > 7 {
        guard let change = lastBoundary(before: candidate + 8) else { return nil }
        candidate = min(candidate, change)
      }
    }
    return nil
  }
}
