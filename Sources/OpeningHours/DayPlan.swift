/// What is said of one service day: its services (none: closed all day), or that it is not known.
public enum DayPlan: Sendable, Hashable {
  /// Sorted by opening, closing and label; no two are equal. They may overlap.
  case services(ArraySlice<Service>)
  /// The feed gave no answer, or one that could not be read.
  case unknown

  /// A day without services: closed all day.
  public static let closed = DayPlan.services([])

  /// Services in any order.
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
