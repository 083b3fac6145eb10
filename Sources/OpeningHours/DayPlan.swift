/// The hours of one service day: its services, or unknown. A day without services is closed.
public enum DayPlan: Sendable, Hashable {
  /// The services, sorted by opening time, closing time and label, without duplicates. They may overlap.
  case services(ArraySlice<Service>)
  /// The feed does not say, or says something that could not be read.
  case unknown

  /// A day without services.
  public static let closed = DayPlan.services([])
  /// A day that is open from 00:00 to 24:00.
  static let wholeDay = DayPlan.services([.wholeDay])

  /// Creates a plan from services in any order.
  public init(_ services: [Service]) {
    var plans = DayPlans()
    for service in services { plans.add(service) }
    plans.endDay()
    self = plans[0]
  }

  /// The services of the day; empty for a closed and for an unknown day.
  public var services: ArraySlice<Service> {
    guard case .services(let services) = self else { return [] }
    return services
  }
}
