public import OpeningHours

/// The hours of one service day, and whether they are special.
public struct DayHours: Sendable, Hashable {
  public let date: LocalDate
  public let plan: DayPlan
  /// The name of the holiday, special or manual hours that decide the day, or "special hours". Nil if weekly or term hours decide the day,
  /// and if the only hours of the day have no name.
  public let specialName: String?

  init(_ date: LocalDate, of hours: Schedule) {
    self.date = date
    guard let index = hours.decidingLayer(on: date), let plan = hours.layers[index].plan(on: date) else {
      (self.plan, specialName) = (.unknown, nil)
      return
    }
    self.plan = plan
    let layer = hours.layers[index]
    let isAlone = hours.weakestLayer(on: date) == index
    specialName = layer.level > .term ? layer.name ?? (isAlone ? nil : "special hours") : nil
  }

  public static func days(_ count: Int, from first: LocalDate, of hours: Schedule) -> [DayHours] {
    (0..<max(0, count)).compactMap { first.adding(days: $0).map { DayHours($0, of: hours) } }
  }
}
