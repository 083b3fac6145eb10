extension Schedule {
  /// A range of consecutive service days that one layer decides, or that no layer covers.
  public struct Period: Sendable, Hashable {
    /// The first day; nil for no beginning.
    public let from: LocalDate?
    /// The last day, inclusive; nil for no end.
    public let to: LocalDate?
    /// The index of the deciding layer; nil if the days are unknown because no layer covers them.
    public let layer: Int?

    package init(from: LocalDate?, to: LocalDate?, layer: Int?) { (self.from, self.to, self.layer) = (from, to, layer) }

    /// Whether a day is in this period.
    public func contains(_ date: LocalDate) -> Bool { from.map { $0 <= date } ?? true && to.map { date <= $0 } ?? true }
  }

  /// All service days as periods, in their order. Two periods that follow each other have different layers.
  public var periods: [Period] {
    let (first, last) = (LocalDate.first.daysSinceEpoch, LocalDate.last.daysSinceEpoch)
    let boundaries = Set(layers.flatMap(\.boundaries).filter { $0 > first && $0 <= last }).sorted()
    // The first day of each range in which the same layers apply.
    var starts: [(day: Int32, layer: Int?)] = []
    for day in [first] + boundaries {
      guard let date = LocalDate(daysSinceEpoch: Int(day)) else { continue }
      let layer = decidingLayer(on: date)
      if starts.isEmpty || starts[starts.count - 1].layer != layer { starts.append((day, layer)) }
    }
    return starts.indices.map { index in
      let end = index + 1 < starts.count ? LocalDate(daysSinceEpoch: Int(starts[index + 1].day) - 1) : nil
      return Period(from: index > 0 ? LocalDate(daysSinceEpoch: Int(starts[index].day)) : nil, to: end, layer: starts[index].layer)
    }
  }
}
