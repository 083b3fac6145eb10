public import OpeningHours

/// Collects the hours of dates, as a feed lists them one after another, and makes a schedule of them.
///
///     var hours = DatedHours()
///     hours.begin(date)
///     hours.add(service, on: date)
///     …
///     hours.schedule(zone)
///
/// A date that is listed without services is closed, and one that is not listed is unknown. Dates and services may come in any
/// order; a date that is listed twice has the services of both.
public struct DatedHours: Sendable {
  private var dates: [LocalDate] = []
  private var plans = DayPlans()
  private var isAscending = true
  private var isOpen = false
  /// Services on other dates than the one that was listed last.
  private var moved: [(date: LocalDate, service: Service)] = []

  public init() {
    dates.reserveCapacity(7)
    plans.reserveCapacity(days: 7, services: 24)
  }

  /// How many dates were listed.
  public var count: Int { dates.count }

  /// Lists a date.
  public mutating func begin(_ date: LocalDate) {
    endDay()
    if let last = dates.last, last >= date { isAscending = false }
    dates.append(date)
    isOpen = true
  }

  /// Adds a service to a date. A date without `begin` stays unknown unless it gets a service.
  public mutating func add(_ service: Service, on date: LocalDate) {
    if isOpen, dates.last == date { plans.add(service) } else { moved.append((date, service)) }
  }

  /// The hours of the date that was listed last are unknown.
  public mutating func endUnknown() {
    plans.endUnknownDay()
    isOpen = false
  }

  private mutating func endDay() {
    if isOpen { plans.endDay() }
    isOpen = false
  }

  /// One layer of dates, with nights that a feed splits at midnight joined; no layer if no date was listed.
  public consuming func schedule(_ zone: Zone) -> Schedule {
    endDay()
    guard !dates.isEmpty else { return Schedule(zone: zone, layers: []) }
    let days = isAscending && moved.isEmpty ? DatedPlans(dates: dates, plans) : sorted()
    return Schedule(zone: zone, layers: [Layer(.special, dates: days.joiningSplitNights())])
  }

  /// A date that is listed twice is known if one of the two is.
  private func sorted() -> DatedPlans {
    var services: [LocalDate: [Service]] = [:]
    var unknown: Set<LocalDate> = []
    for (date, plan) in zip(dates, plans) {
      services[date, default: []] += plan.services
      if plan == .unknown { unknown.insert(date) }
    }
    for (date, service) in moved { services[date, default: []].append(service) }
    return DatedPlans(
      services.map { date, services in DatedPlan(date, services.isEmpty && unknown.contains(date) ? .unknown : DayPlan(services)) })
  }
}
