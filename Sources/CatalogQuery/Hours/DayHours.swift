public import OpeningHours

/// The hours of one service day, and whether they are special.
public struct DayHours: Sendable, Hashable {
  /// The service day.
  public let date: LocalDate
  /// The services of the day.
  public let plan: DayPlan
  /// The name of the holiday, special or manual hours that decide the day, or "special hours" if they have no name. Nil if weekly or term
  /// hours decide the day, and if the only hours of the day have no name.
  public let specialName: String?

  init(_ date: LocalDate, of hours: Schedule) {
    self.date = date
    let deciding = hours.deciding(date)
    plan = deciding?.plan ?? .unknown
    specialName = deciding.flatMap { $0.layer.level > .term ? $0.layer.name ?? ($0.isAlone ? nil : "special hours") : nil }
  }

  /// Returns the hours of a number of days, starting with a date.
  public static func days(_ count: Int, from first: LocalDate, of hours: Schedule) -> [DayHours] {
    (0..<max(0, count)).compactMap { first.adding(days: $0).map { DayHours($0, of: hours) } }
  }
}

extension Schedule {
  /// Returns the layer that decides a service day and its plan; `isAlone` is whether no weaker layer covers the day.
  func deciding(_ date: LocalDate) -> (layer: Layer, plan: DayPlan, isAlone: Bool)? {
    guard let index = decidingLayer(on: date), let plan = layers[index].plan(on: date) else { return nil }
    return (layers[index], plan, weakestLayer(on: date) == index)
  }
}
