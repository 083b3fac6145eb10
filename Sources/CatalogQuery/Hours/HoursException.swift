public import OpeningHours

/// Days to come that are not as usual, for one reason.
public struct HoursException: Sendable, Hashable {
  /// The first day that is still to come, and the last; nil: without end.
  public let from: LocalDate
  public let to: LocalDate?
  /// The name of the layer; nil when it has none.
  public let name: String?
  /// What holds on all of these days; nil when they differ.
  public let plan: DayPlan?

  /// The holidays, special and manual hours of a schedule from a date on, by their first day; each stretch of days without a
  /// gap by itself. Days of layers that lie under no other hours (dated hours that are all that a feed has) are not among them.
  ///
  /// - Parameter limit: how many to give at the most.
  public static func coming(_ hours: Schedule, from first: LocalDate, limit: Int = 20) -> [HoursException] {
    var found: [HoursException] = []
    for (index, layer) in hours.layers.enumerated() where layer.level > .term {
      let isOver: (LocalDate) -> Bool = { date in hours.weakestLayer(on: date).map { $0 < index } ?? false }
      if case .days(let days) = layer.rule {
        found += stretches(days.dates.filter { $0 >= first && isOver($0) }, of: layer)
      } else if layer.to ?? first >= first {
        let from = max(layer.from ?? first, first)
        if isOver(from) { found.append(HoursException(from: from, to: layer.to, layer)) }
      }
    }
    return Array(found.sorted { $0.isBefore($1) }.prefix(limit))
  }

  private init(from: LocalDate, to: LocalDate?, _ layer: Layer) {
    self.from = from
    self.to = to
    name = layer.name
    let days = min(to.map { Int($0.daysSinceEpoch - from.daysSinceEpoch) } ?? 6, 366)
    let plans = (0...max(0, days)).compactMap { from.adding(days: $0).flatMap { layer.plan(on: $0) } }
    plan = Set(plans).count == 1 ? plans.first : nil
  }

  /// Dates that follow each other and have one plan are one exception.
  private static func stretches(_ dates: [LocalDate], of layer: Layer) -> [HoursException] {
    var found: [HoursException] = []
    var start: LocalDate?
    for (index, date) in dates.enumerated() {
      let from = start ?? date
      let next = index + 1 < dates.count ? dates[index + 1] : nil
      if let next, next == date.adding(days: 1), layer.plan(on: next) == layer.plan(on: date) {
        start = from
      } else {
        found.append(HoursException(from: from, to: date, layer))
        start = nil
      }
    }
    return found
  }

  private func isBefore(_ other: Self) -> Bool {
    if from != other.from { return from < other.from }
    if to != other.to { return to ?? .init(daysSinceEpoch: 2_932_896) ?? from < other.to ?? .init(daysSinceEpoch: 2_932_896) ?? from }
    return (name ?? "").utf8.lexicographicallyPrecedes((other.name ?? "").utf8)
  }
}
