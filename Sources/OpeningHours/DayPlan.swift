/// What is said of one service day: its services (none: closed all day), or that it is not known.
public enum DayPlan: Sendable, Hashable {
  /// Sorted by opening, closing and label; no two are equal. They may overlap.
  case services([Service])
  /// The feed gave no answer, or one that could not be read.
  case unknown

  public static let closed = DayPlan.services([])

  /// Services in any order.
  public init(_ services: [Service]) {
    guard services.count > 1 else {
      self = .services(services)
      return
    }
    var sorted = services
    var isSorted = true
    for index in 1..<sorted.count where !Service.inOrder(sorted[index - 1], sorted[index]) { isSorted = false }
    if !isSorted {
      sorted.sort(by: Service.inOrder)
      var unique: [Service] = []
      for service in sorted where unique.last.map({ Service.inOrder($0, service) }) ?? true { unique.append(service) }
      sorted = unique
    }
    self = .services(sorted)
  }

  public var services: [Service] {
    guard case .services(let services) = self else { return [] }
    return services
  }
}
