extension Schedule {
  /// The last service day of the known days that begin with this one; nil when this day is not known, `LocalDate.last` when
  /// they do not end.
  public func knownThrough(from date: LocalDate) -> LocalDate? {
    guard isKnown(date.daysSinceEpoch) else { return nil }
    guard let unknown = firstDay(after: date.daysSinceEpoch, isKnown: false) else { return .last }
    return LocalDate(daysSinceEpoch: Int(unknown) - 1)
  }

  /// Why the hours of a day are unknown. A day that a layer covers is a gap, whatever its date.
  func unknownHours(on day: Int32) -> UnknownHours {
    if let date = LocalDate(daysSinceEpoch: Int(day)), decidingLayer(on: date) != nil { return .gap(date) }
    let before = lastDay(before: day)
    let after = firstDay(after: day, isKnown: true)
    switch (before.flatMap { LocalDate(daysSinceEpoch: Int($0)) }, after.flatMap { LocalDate(daysSinceEpoch: Int($0)) }) {
    case (nil, nil): return .none
    case (let before?, nil): return .after(before)
    case (nil, let after?): return .before(after)
    case (.some, .some): return LocalDate(daysSinceEpoch: Int(day)).map { .gap($0) } ?? .none
    }
  }

  /// The first day after this one that is known, or the first that is not.
  private func firstDay(after day: Int32, isKnown: Bool) -> Int32? {
    var (candidate, seen) = (day + 1, 0)
    while candidate <= LocalDate.last.daysSinceEpoch {
      if self.isKnown(candidate) == isKnown { return candidate }
      seen += 1
      candidate += 1
      // A week that is like the one before it says nothing new.
      if seen > 7 {
        guard let change = nextBoundary(after: candidate - 8) else { return nil }
        candidate = max(candidate, change)
      }
    }
    return nil
  }

  /// The last known day before this one.
  private func lastDay(before day: Int32) -> Int32? {
    var (candidate, seen) = (day - 1, 0)
    while candidate >= LocalDate.first.daysSinceEpoch {
      if isKnown(candidate) { return candidate }
      seen += 1
      candidate -= 1
      if seen > 7 {
        guard let change = lastBoundary(before: candidate + 8) else { return nil }
        candidate = min(candidate, change)
      }
    }
    return nil
  }

  /// The last day before this one that ends a stretch of layers: between two of them each week is like the other.
  private func lastBoundary(before day: Int32) -> Int32? {
    if let sweep { return sweep.lastBoundary(before: day) }
    var last: Int32?
    for layer in layers {
      if let change = layer.lastBoundary(before: day), change > last ?? .min { last = change }
    }
    return last
  }
}

extension Layer {
  fileprivate func lastBoundary(before day: Int32) -> Int32? {
    if case .days(let days) = rule {
      let index = days.firstIndex(notBefore: day)
      guard index > 0 else { return nil }
      return days.dates[index - 1].daysSinceEpoch
    }
    if let to, to.daysSinceEpoch < day { return to.daysSinceEpoch }
    if let from, from.daysSinceEpoch <= day { return from.daysSinceEpoch - 1 }
    return nil
  }
}
