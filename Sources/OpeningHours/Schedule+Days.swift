extension Schedule {
  /// Returns the plan for a service day.
  public func plan(on date: LocalDate) -> DayPlan {
    if let layerIndex { return layerIndex.deciding(date.daysSinceEpoch).flatMap { layers[$0].plan(on: date) } ?? .unknown }
    var index = layers.count
    while index > 0 {
      index &-= 1
      if let plan = layers[index].plan(on: date) { return plan }
    }
    return .unknown
  }

  /// Returns the remark on a service day, from the layer that decides it; nil if there is none.
  public func note(on date: LocalDate) -> String? { decidingLayer(on: date).flatMap { layers[$0].notes[date] } }

  /// Returns the index of the layer that decides a service day: the last one that covers it. Nil if no layer covers it.
  public func decidingLayer(on date: LocalDate) -> Int? {
    if let layerIndex { return layerIndex.deciding(date.daysSinceEpoch) }
    return layers.lastIndex { $0.plan(on: date) != nil }
  }

  /// Returns the index of the weakest layer that covers a service day: the first one. Nil if no layer covers it.
  public func weakestLayer(on date: LocalDate) -> Int? {
    if let layerIndex { return layerIndex.weakest(date.daysSinceEpoch) }
    return layers.firstIndex { $0.plan(on: date) != nil }
  }

  func isKnown(_ day: Int32) -> Bool {
    guard let date = LocalDate(daysSinceEpoch: Int(day)), case .services = plan(on: date) else { return false }
    return true
  }

  /// Returns the first day after this one on which a layer begins or no longer applies; nil if there is none. Between two such days, all
  /// weeks are the same.
  func nextBoundary(after day: Int32) -> Int32? {
    if let layerIndex { return layerIndex.nextBoundary(after: day) }
    return layers.lazy.compactMap { $0.nextBoundary(after: day) }.min()
  }

  /// Returns the last day before this one after which a layer begins or ends. Between two such days, all weeks are the same.
  func lastBoundary(before day: Int32) -> Int32? {
    if let layerIndex { return layerIndex.lastBoundary(before: day) }
    return layers.lazy.compactMap { $0.lastBoundary(before: day) }.max()
  }
}

extension Layer {
  fileprivate func nextBoundary(after day: Int32) -> Int32? {
    if case .days(let days) = rule {
      // The first date on or after `day`. On the day after it, the layer no longer applies.
      let index = days.firstIndex(notBefore: day)
      guard index < days.count else { return nil }
      let date = days.dates[index].daysSinceEpoch
      return date == day ? date + 1 : date
    }
    if let from, from.daysSinceEpoch > day { return from.daysSinceEpoch }
    if let to, to.daysSinceEpoch >= day { return to.daysSinceEpoch + 1 }
    return nil
  }

  fileprivate func lastBoundary(before day: Int32) -> Int32? {
    if case .days(let days) = rule {
      let index = days.firstIndex(notBefore: day)
      return index > 0 ? days.dates[index - 1].daysSinceEpoch : nil
    }
    if let to, to.daysSinceEpoch < day { return to.daysSinceEpoch }
    if let from, from.daysSinceEpoch <= day { return from.daysSinceEpoch - 1 }
    return nil
  }
}
