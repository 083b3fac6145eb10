/// A list of plans for consecutive positions, such as the days of a week.
///
/// The services of all days are stored in one array, so that a schedule needs few allocations however many days it covers. To build a
/// list, `add` the services of a day and call `endDay()`, then continue with the next day:
///
///     var plans = DayPlans()
///     plans.add(lunch)
///     plans.add(dinner)
///     plans.endDay()
///     plans.endUnknownDay()
public struct DayPlans: Sendable, Hashable {
  /// The services of all days.
  package private(set) var services: [Service] = []
  /// The end of each day's services in `services`. For an unknown day, its bitwise complement.
  private var ends: [Int32] = []
  /// Whether the services added to the current day are known to be in order. True between days.
  private var isSorted = true

  /// Whether there is an unknown day.
  var hasUnknownDay: Bool { ends.contains { $0 < 0 } }

  public init() {}

  public init(_ plans: some Sequence<DayPlan>) {
    for plan in plans { append(plan) }
  }

  /// Reserves capacity for the given total numbers of days and services.
  public mutating func reserveCapacity(days: Int, services: Int) {
    ends.reserveCapacity(days)
    self.services.reserveCapacity(services)
  }

  // MARK: - Building

  /// Adds a service to the current day.
  public mutating func add(_ service: consuming Service) {
    let count = services.count
    // Read the service in place: a copy changes the reference count of its label.
    if isSorted, count > 0, !Service.inOrder(services.span[count &- 1], service) { isSorted = false }
    services.append(service)
  }

  /// Ends the current day. Its services are sorted, and duplicates are removed.
  public mutating func endDay() {
    if !isSorted {
      let start = self.start(of: ends.count)
      if services.count &- start > 1 { sortServices(from: start) }
      isSorted = true
    }
    ends.append(Int32(truncatingIfNeeded: services.count))
  }

  /// Ends the current day as unknown. Services that were added to it are discarded.
  public mutating func endUnknownDay() {
    services.removeSubrange(start(of: ends.count)...)
    isSorted = true
    ends.append(~Int32(truncatingIfNeeded: services.count))
  }

  public mutating func append(_ plan: DayPlan) {
    switch plan {
    case .services(let services):
      self.services.append(contentsOf: services)
      isSorted = false
      endDay()
    case .unknown: endUnknownDay()
    }
  }

  private mutating func sortServices(from start: Int) {
    let kept = services.withUnsafeMutableBufferPointer { buffer in
      var day = UnsafeMutableBufferPointer(rebasing: buffer[start...])
      day.sort(by: Service.inOrder)
      // After sorting, services that are not in strictly increasing order are equal.
      var last = 0
      for index in 1..<day.count where Service.inOrder(day[last], day[index]) {
        last &+= 1
        if last != index { day[last] = day[index] }
      }
      return start &+ last &+ 1
    }
    if kept < services.count { services.removeSubrange(kept...) }
  }

  // MARK: - Reading

  /// Returns the index of the first service of a day.
  @inline(__always)
  private func start(of day: Int) -> Int {
    guard day > 0 else { return 0 }
    let end = ends[day &- 1]
    return Int(end < 0 ? ~end : end)
  }

  /// Returns the range of a day's services in `services`; nil for an unknown day.
  @inline(__always)
  package func range(of day: Int) -> Range<Int>? {
    let end = ends[day]
    return end < 0 ? nil : start(of: day)..<Int(end)
  }

  /// Returns whether a day is known to be closed.
  @inline(__always)
  package func isClosed(_ day: Int) -> Bool { ends[day] >= 0 && Int(ends[day]) == start(of: day) }

  package func isEqual(_ left: Int, _ right: Int) -> Bool {
    guard let left = range(of: left), let right = range(of: right) else { return range(of: left) == nil && range(of: right) == nil }
    return left.count == right.count && services[left].elementsEqual(services[right])
  }
}

extension DayPlans: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { ends.count }

  public subscript(day: Int) -> DayPlan {
    guard let range = range(of: day) else { return .unknown }
    return .services(services[range])
  }
}

/// The hours of one service day: its services, or unknown. A day without services is closed.
public enum DayPlan: Sendable, Hashable {
  /// The services, sorted by opening time, closing time and label, without duplicates. They may overlap.
  case services(ArraySlice<Service>)
  /// The hours are missing or could not be read.
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
