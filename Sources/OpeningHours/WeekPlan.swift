/// A plan for each day of a week.
public struct WeekPlan: Sendable, Hashable {
  /// Seven plans, Monday first.
  public let days: [DayPlan]

  /// A weekday that is missing is closed.
  public init(_ plans: [Weekday: DayPlan] = [:]) {
    days = Weekday.allCases.map { plans[$0] ?? .closed }
  }

  /// - Parameter services: of seven days, Monday first; of more or fewer, those that are missing are closed.
  public init(_ services: [[Service]]) {
    days = (0..<7).map { $0 < services.count ? DayPlan(services[$0]) : .closed }
  }

  public subscript(day: Weekday) -> DayPlan { days[day.rawValue] }
}
