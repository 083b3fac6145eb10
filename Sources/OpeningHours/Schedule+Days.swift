/// The services of one service day, as a range of the array of the layer that decides it, without copying.
enum DayServices {
  case known([Service], Range<Int>)
  case unknown
}

extension Schedule {
  /// Returns the services of a service day.
  func services(on date: LocalDate) -> DayServices {
    if let layerIndex { return layerIndex.deciding(date.daysSinceEpoch).flatMap { layers[$0].services(on: date) } ?? .unknown }
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

  /// Returns the first day after this one on which a layer begins or no longer applies; nil if there is none. Between two such days, all
  /// weeks are the same.
  func nextBoundary(after day: Int32) -> Int32? {
    if let layerIndex { return layerIndex.nextBoundary(after: day) }
    var next: Int32?
    for layer in layers {
      if let change = layer.nextBoundary(after: day), change < next ?? .max { next = change }
    }
    return next
  }
}

extension Layer {
  private static let wholeDay = [Service.wholeDay]

  /// Returns the services of a day; nil if the layer does not cover it.
  fileprivate func services(on date: LocalDate) -> DayServices? {
    if let from, date < from { return nil }
    if let to, date > to { return nil }
    switch rule {
    case .always: return .known(Self.wholeDay, 0..<1)
    case .week(let week): return week.days.dayServices(at: date.weekday.rawValue)
    case .days(let days): return days.position(of: date).map { days.plans.dayServices(at: $0) }
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
  fileprivate func dayServices(at day: Int) -> DayServices { range(of: day).map { .known(services, $0) } ?? .unknown }
}

extension DatedPlans {
  /// Returns the first day after `day` that is one of the dates or follows one of them.
  fileprivate func nextBoundary(after day: Int32) -> Int32? {
    // The first date on or after `day`.
    let index = firstIndex(notBefore: day)
    guard index < dates.count else { return nil }
    let date = dates[index].daysSinceEpoch
    return date == day ? date + 1 : date
  }
}
