/// The plans of several days, one after another: the services of all days are in one array, so that a schedule needs
/// few allocations however many days it covers.
///
/// Built day by day: `add` services to the day that is open, then `endDay`.
public struct DayPlans: Sendable, Hashable {
  /// The services of all days.
  package private(set) var services: [Service] = []
  /// For each day the end of its services; of a day that is not known the complement (`~`) of it.
  private var ends: [Int32] = []
  /// The services of the day that is open came in their order, as far as is known. Always true between days.
  private var isSorted = true

  public init() {}

  /// Creates a list of the plans of several days, in their order.
  public init(_ plans: some Sequence<DayPlan>) {
    for plan in plans { append(plan) }
  }

  /// Reserves room for that many days and services in all.
  public mutating func reserveCapacity(days: Int, services: Int) {
    ends.reserveCapacity(days)
    self.services.reserveCapacity(services)
  }

  // MARK: - Building

  /// Adds a service to the day that is open.
  public mutating func add(_ service: consuming Service) {
    let count = services.count
    // Read in place: copying a service touches the reference count of its label.
    if isSorted, count > 0, !Service.inOrder(services.span[count &- 1], service) { isSorted = false }
    services.append(service)
  }

  /// Ends the day that is open, and with it the list of its services, in whatever order they came; equal ones become one.
  public mutating func endDay() {
    if !isSorted {
      let start = self.start(of: ends.count)
      if services.count &- start > 1 { sortServices(from: start) }
      isSorted = true
    }
    ends.append(Int32(truncatingIfNeeded: services.count))
  }

  /// Ends a day that is not known. Services that were added to it are forgotten.
  public mutating func endUnknownDay() {
    services.removeSubrange(start(of: ends.count)...)
    isSorted = true
    ends.append(~Int32(truncatingIfNeeded: services.count))
  }

  /// Appends the plan of one day.
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
    let hasEqual = services.withUnsafeMutableBufferPointer { buffer in
      var day = UnsafeMutableBufferPointer(rebasing: buffer[start...])
      if day.count > 16 {
        day.sort(by: Service.inOrder)
      } else {
        for index in 1..<day.count {
          var place = index
          while place > 0, Service.inOrder(day[place], day[place &- 1]) {
            day.swapAt(place, place &- 1)
            place &-= 1
          }
        }
      }
      return day.indices.dropFirst().contains { !Service.inOrder(day[$0 &- 1], day[$0]) }
    }
    // What is not in order now is equal.
    if !hasEqual { return }
    var kept = start
    for index in (start &+ 1)..<services.count where Service.inOrder(services[kept], services[index]) {
      kept += 1
      if kept != index { services[kept] = services[index] }
    }
    services.removeSubrange((kept &+ 1)...)
  }

  // MARK: - Reading

  /// Where the services of a day begin.
  @inline(__always)
  private func start(of day: Int) -> Int {
    guard day > 0 else { return 0 }
    let end = ends[day &- 1]
    return Int(end < 0 ? ~end : end)
  }

  /// The range of a day's services in `services`; nil for an unknown day.
  @inline(__always)
  package func range(of day: Int) -> Range<Int>? {
    let end = ends[day]
    return end < 0 ? nil : start(of: day)..<Int(end)
  }

  /// Whether a day is known to have no services.
  @inline(__always)
  package func isClosed(_ day: Int) -> Bool { ends[day] >= 0 && Int(ends[day]) == start(of: day) }

  /// Equal plans, of two days of one list.
  package func isEqual(_ left: Int, _ right: Int) -> Bool {
    guard let left = range(of: left), let right = range(of: right) else { return range(of: left) == nil && range(of: right) == nil }
    return left.count == right.count && services[left].elementsEqual(services[right])
  }

  /// A service of any day that passes midnight.
  package var hasNight: Bool {
    let services = services.span
    for index in services.indices where services[index].closes > .endOfDay { return true }
    return false
  }
}

extension DayPlans: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { ends.count }

  /// The plan of a day, by its index.
  public subscript(day: Int) -> DayPlan {
    guard let range = range(of: day) else { return .unknown }
    return .services(services[range])
  }
}
