public import OpeningHours

/// A range of consecutive days with the same special hours, such as a holiday.
public struct HoursException: Sendable, Hashable {
  public let from: LocalDate
  /// The last day, inclusive; nil for no end.
  public let to: LocalDate?
  public let name: String?
  /// The services of each day; nil if the days differ, which they only do in ranges of more than a month.
  public let plan: DayPlan?

  /// Returns the upcoming holiday, special and manual hours of a schedule, sorted by first day.
  ///
  /// Hours that replace no others are not exceptions: some feeds have only individual dates.
  ///
  /// - Parameter first: the first day to look at. An exception that began earlier begins on this day.
  public static func upcoming(in hours: Schedule, from first: LocalDate, limit: Int = 20) -> [HoursException] {
    var found: [HoursException] = []
    for (index, layer) in hours.layers.enumerated() where layer.level > .term {
      let replacesOthers: (LocalDate) -> Bool = { date in hours.weakestLayer(on: date).map { $0 < index } ?? false }
      if case .days(let days) = layer.rule {
        found += consecutive(days.dates.filter { $0 >= first && replacesOthers($0) }, of: layer)
      } else if layer.to ?? first >= first {
        let from = max(layer.from ?? first, first)
        if let to = layer.to, to.daysSinceEpoch - from.daysSinceEpoch < 31 {
          let dates = (0...Int(to.daysSinceEpoch - from.daysSinceEpoch)).compactMap { from.adding(days: $0) }
          found += consecutive(dates.filter(replacesOthers), of: layer)
        } else if replacesOthers(from) {
          found.append(HoursException(from: from, to: layer.to, layer))
        }
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

  /// Returns one exception for each run of consecutive dates with the same plan.
  private static func consecutive(_ dates: [LocalDate], of layer: Layer) -> [HoursException] {
    var runs: [(from: LocalDate, to: LocalDate)] = []
    for date in dates {
      if let last = runs.last?.to, date == last.adding(days: 1), layer.plan(on: date) == layer.plan(on: last) {
        runs[runs.count - 1].to = date
      } else {
        runs.append((date, date))
      }
    }
    return runs.map { HoursException(from: $0.from, to: $0.to, layer) }
  }

  private func isBefore(_ other: Self) -> Bool {
    let (days, otherDays) = ((from, to?.daysSinceEpoch ?? .max), (other.from, other.to?.daysSinceEpoch ?? .max))
    if days != otherDays { return days < otherDays }
    return (name ?? "").utf8.lexicographicallyPrecedes((other.name ?? "").utf8)
  }
}
