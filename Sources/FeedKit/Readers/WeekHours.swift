public import OpeningHours

/// A builder for a week of hours. Services may be added in any order, and are added to each other; a weekday without services is closed.
public struct WeekHours: Sendable {
  /// Monday is 0.
  private var services: [(day: Int, service: Service)] = []
  private var unknown: Set<Int> = []
  /// Whether the services are in the order of their days, as in most feeds; building the week then takes one pass.
  private var isAscending = true

  public init() { services.reserveCapacity(8) }

  /// Adds a service that starts on a weekday.
  public mutating func add(_ service: Service, on day: Weekday) {
    if let last = services.last, last.day > day.rawValue { isAscending = false }
    services.append((day.rawValue, service))
  }

  /// Makes a weekday unknown, regardless of its services.
  public mutating func makeUnknown(_ day: Weekday) { unknown.insert(day.rawValue) }

  /// The week. Spans that the feed splits at midnight are joined.
  public var plan: WeekPlan {
    var plans = DayPlans()
    plans.reserveCapacity(days: 7, services: services.count)
    let sorted = isAscending ? services : services.sorted { $0.day < $1.day }
    var next = 0
    for day in 0..<7 {
      while next < sorted.count, sorted[next].day == day {
        plans.add(sorted[next].service)
        next += 1
      }
      if unknown.contains(day) { plans.endUnknownDay() } else { plans.endDay() }
    }
    return WeekPlan(plans).joiningSplitNights()
  }
}
