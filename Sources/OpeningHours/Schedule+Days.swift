/// What a schedule says of one service day, without copies: a part of the services of the layer that decides.
enum DayServices {
  case known([Service], Range<Int>)
  case unknown
}

extension Schedule {
  /// What the last layer that covers a service day says of it.
  func services(on date: LocalDate) -> DayServices {
    if let sweep { return sweep.deciding(date.daysSinceEpoch).flatMap { layers[$0].services(on: date) } ?? .unknown }
    var index = layers.count
    while index > 0 {
      index &-= 1
      if let found = layers[index].services(on: date) { return found }
    }
    return .unknown
  }

  func isKnown(_ day: Int32) -> Bool {
    guard let date = LocalDate(daysSinceEpoch: Int(day)) else { return false }
    if case .unknown = services(on: date) { return false }
    return true
  }

  /// The first day after this one at which a layer begins or no longer decides; nil when none does. Between two of them each
  /// week is like the other.
  func nextBoundary(after day: Int32) -> Int32? {
    if let sweep { return sweep.nextBoundary(after: day) }
    var next: Int32?
    for layer in layers {
      if let change = layer.nextBoundary(after: day), change < next ?? .max { next = change }
    }
    return next
  }
}

extension Layer {
  private static let wholeDay = [Service.wholeDay]

  /// Nil when this layer does not cover the day.
  fileprivate func services(on date: LocalDate) -> DayServices? {
    if let from, date < from { return nil }
    if let to, date > to { return nil }
    switch rule {
    case .always: return .known(Self.wholeDay, 0..<1)
    case .week(let week): return week.days.found(date.weekday.rawValue)
    case .days(let days): return days.position(of: date).map { days.plans.found($0) }
    }
  }

  fileprivate func nextBoundary(after day: Int32) -> Int32? {
    if case .days(let days) = rule { return days.nextBoundary(after: day) }
    if let from, from.daysSinceEpoch > day { return from.daysSinceEpoch }
    if let to, to.daysSinceEpoch >= day { return to.daysSinceEpoch + 1 }
    return nil
  }
}

extension DayPlans {
  @inline(__always)
  fileprivate func found(_ day: Int) -> DayServices { range(of: day).map { .known(services, $0) } ?? .unknown }
}

extension DatedPlans {
  /// The first date after `day`, or the first day after `day` behind a date, whichever is sooner.
  fileprivate func nextBoundary(after day: Int32) -> Int32? {
    // The first date that is `day` or later.
    let index = firstIndex(notBefore: day)
    guard index < dates.count else { return nil }
    let date = dates[index].daysSinceEpoch
    return date == day ? date + 1 : date
  }
}
