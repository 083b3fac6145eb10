public import OpeningHours

/// What a schedule says of one service day, and by which of its layers.
public struct HoursDay: Sendable, Hashable {
  public let date: LocalDate
  public let plan: DayPlan
  /// Why the day is not as usual: the name of the layer that decides it, or "special hours" where it has none. Nil for a day
  /// that no other layer speaks of, and for one that the weekly hours or those of a term decide.
  public let mark: String?

  init(_ date: LocalDate, of hours: Schedule) {
    self.date = date
    let deciding = hours.deciding(date)
    plan = deciding?.plan ?? .unknown
    mark = deciding.flatMap { $0.layer.level > .term ? $0.layer.name ?? ($0.isAlone ? nil : "special hours") : nil }
  }

  /// The days from a date on.
  public static func days(_ count: Int, from first: LocalDate, of hours: Schedule) -> [HoursDay] {
    (0..<max(0, count)).compactMap { first.adding(days: $0).map { HoursDay($0, of: hours) } }
  }
}

extension Schedule {
  /// The layer that decides a service day with what it says; `isAlone`: no weaker layer covers the day.
  func deciding(_ date: LocalDate) -> (layer: Layer, plan: DayPlan, isAlone: Bool)? {
    guard let index = decidingLayer(on: date), let plan = layers[index].plan(on: date) else { return nil }
    return (layers[index], plan, weakestLayer(on: date) == index)
  }
}
