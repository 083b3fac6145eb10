/// A plan for each day of a week.
public struct WeekPlan: Sendable, Hashable {
  /// Seven plans, Monday first.
  public let days: DayPlans

  /// A weekday that is missing is closed.
  public init(_ plans: [Weekday: DayPlan] = [:]) {
    days = DayPlans(Weekday.allCases.map { plans[$0] ?? .closed })
  }

  /// - Parameter days: plans, Monday first; of fewer than seven the missing ones are closed, more are left out.
  public init(_ days: DayPlans) {
    self.days = days.count == 7 ? days : DayPlans((0..<7).map { $0 < days.count ? days[$0] : .closed })
  }

  /// The plan of a day of the week.
  public subscript(day: Weekday) -> DayPlan { days[day.rawValue] }
}
