public import OpeningHours

/// Collects the services of weekdays, in any order, and makes a week of them. A weekday without services is closed.
public struct WeekHours: Sendable {
  /// Monday is 0.
  private var services: [(day: Int, service: Service)] = []
  /// Services mostly come in the order of their days: those of a day then begin where those of the day before end.
  private var isAscending = true

  public init() { services.reserveCapacity(8) }

  public mutating func add(_ service: Service, on day: Weekday) {
    if let last = services.last, last.day > day.rawValue { isAscending = false }
    services.append((day.rawValue, service))
  }

  /// The week, with nights that a feed splits at midnight joined.
  public var plan: WeekPlan {
    var plans = DayPlans()
    plans.reserveCapacity(days: 7, services: services.count)
    var first = 0
    for day in 0..<7 {
      if !isAscending { first = 0 }
      while first < services.count, !isAscending || services[first].day == day {
        if services[first].day == day { plans.add(services[first].service) }
        first += 1
      }
      plans.endDay()
    }
    return WeekPlan(plans).joiningSplitNights()
  }
}
