/// The plans for the seven days of a week.
public struct WeekPlan: Sendable, Hashable {
  /// The seven plans, Monday first.
  public let days: DayPlans

  /// Creates a week. Weekdays without a plan are closed.
  public init(_ plans: [Weekday: DayPlan] = [:]) {
    days = DayPlans(Weekday.allCases.map { plans[$0] ?? .closed })
  }

  /// Creates a week from a list of plans.
  ///
  /// - Parameter days: the plans, Monday first. Missing days are closed, and plans after the seventh are ignored.
  public init(_ days: DayPlans) {
    self.days = days.count == 7 ? days : DayPlans((0..<7).map { $0 < days.count ? days[$0] : .closed })
  }

  public subscript(day: Weekday) -> DayPlan { days[day.rawValue] }
}
