public import OpeningHours

/// A builder for a schedule from hours that a feed lists by date.
///
///     var hours = DatedHours()
///     hours.begin(date)
///     hours.add(service, on: date)
///     …
///     hours.schedule(zone)
///
/// A date that is listed without services is closed, and one that is not listed is unknown. Dates and services may be added in any
/// order; a date that is listed twice has the services of both.
public struct DatedHours: Sendable {
  private var dates: [LocalDate] = []
  private var plans = DayPlans()
  private var isAscending = true
  private var isOpen = false
  /// Services added to other dates than the last one listed.
  private var moved: [(date: LocalDate, service: Service)] = []
  /// Services that follow midnight, by the date on which they begin.
  private var afterMidnight: [(date: LocalDate, service: Service)] = []
  private var unknown: Set<LocalDate> = []
  /// Dates that are unknown if they have no services.
  private var unknownUnlessOpen: Set<LocalDate> = []

  public init() {
    dates.reserveCapacity(7)
    plans.reserveCapacity(days: 7, services: 24)
  }

  /// The number of dates listed.
  public var count: Int { dates.count }

  /// Adds a date, closed until it gets a service.
  public mutating func begin(_ date: LocalDate) {
    endDay()
    if let last = dates.last, last >= date { isAscending = false }
    dates.append(date)
    isOpen = true
  }

  /// Adds a service to a date. Without `begin` and without services, a date stays unknown.
  public mutating func add(_ service: consuming Service, on date: LocalDate) {
    if isOpen, dates.last == date { plans.add(service) } else { moved.append((date, service)) }
  }

  /// Adds a service that begins after the midnight that ends a date. It replaces no other hours of the next day, unless these are unknown.
  package mutating func addAfterMidnight(_ service: consuming Service, of date: LocalDate) {
    if let next = date.adding(days: 1) { afterMidnight.append((next, service)) }
  }

  /// Marks the hours of the last date listed as unknown.
  public mutating func endUnknown() {
    plans.endUnknownDay()
    isOpen = false
  }

  /// Makes a date unknown, regardless of its services, whether it is listed or not.
  public mutating func makeUnknown(_ date: LocalDate) { unknown.insert(date) }

  /// Makes a date unknown unless it has services, because the place is only said to be closed at some time (`ClosureLabel`).
  public mutating func makeUnknownUnlessOpen(_ date: LocalDate) { unknownUnlessOpen.insert(date) }

  private mutating func endDay() {
    if isOpen { plans.endDay() }
    isOpen = false
  }

  /// Returns a schedule with one special layer of the dates, or without layers if no date was listed. Spans that the feed splits at
  /// midnight are joined.
  ///
  /// - Parameter zone: the zone of the times.
  public consuming func schedule(_ zone: Zone) -> Schedule { schedule(zone, regular: Schedule(zone: zone, layers: [])) }

  /// - Parameter regular: the hours of the dates that are not listed.
  package consuming func schedule(_ zone: Zone, regular: Schedule) -> Schedule {
    endDay()
    guard !dates.isEmpty || !unknown.isEmpty || !unknownUnlessOpen.isEmpty else { return Schedule(zone: zone, layers: []) }
    let isPlain = isAscending && moved.isEmpty && afterMidnight.isEmpty && unknown.isEmpty && unknownUnlessOpen.isEmpty
    let days = isPlain ? DatedPlans(dates: dates, plans) : sorted(regular)
    return Schedule(zone: zone, layers: [Layer(.special, dates: days.joiningSplitNights())])
  }

  /// Returns the dates sorted and merged. A date that is listed twice is known if one of its listings is.
  private func sorted(_ regular: Schedule) -> DatedPlans {
    var services: [LocalDate: [Service]] = [:]
    var listedUnknown: Set<LocalDate> = []
    for (date, plan) in zip(dates, plans) {
      services[date, default: []] += plan.services
      if plan == .unknown { listedUnknown.insert(date) }
    }
    for (date, service) in moved { services[date, default: []].append(service) }
    for date in unknown { services[date] = [] }
    for date in unknownUnlessOpen { services[date, default: []] += [] }
    listedUnknown.formUnion(unknown.union(unknownUnlessOpen))
    for (date, service) in afterMidnight where services[date]?.isEmpty != true || !listedUnknown.contains(date) {
      services[date, default: Array(regular.plan(on: date).services)].append(service)
    }
    return DatedPlans(
      services.map { date, services in DatedPlan(date, services.isEmpty && listedUnknown.contains(date) ? .unknown : DayPlan(services)) })
  }
}
