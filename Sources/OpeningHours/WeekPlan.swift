/// A plan for each day of a week.
public struct WeekPlan: Sendable, Hashable {
  /// Seven plans, Monday first.
  public let days: [DayPlan]

  /// A weekday that is missing is closed.
  public init(_ plans: [Weekday: DayPlan] = [:]) {
    days = Weekday.allCases.map { plans[$0] ?? .closed }
  }

  public subscript(day: Weekday) -> DayPlan { days[day.rawValue] }
}
