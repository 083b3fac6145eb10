/// A service as a span of time, in seconds since 1970.
struct EpochSpan {
  let start: Int64
  let end: Int64
  let day: Int32
}

/// An iterator over the services of a schedule, in the order in which they begin.
///
/// Status, spans and totals all use this iterator, so they cannot disagree. Far from clock changes, converting a service takes one
/// subtraction. Near a clock change, services of several days are converted together and sorted, because a time that moves forward out of
/// a gap can pass a later one.
struct SpanIterator {
  private let schedule: Schedule
  private var interval: OffsetInterval
  /// The next service day to load.
  private(set) var day: Int32
  private var services: ArraySlice<Service> = []
  /// The range of `services` still to return.
  private var range = 0..<0
  /// The spans of `services`, if they are near a clock change. Otherwise empty, and the services belong to the day before `day`.
  private var spans: [EpochSpan] = []
  private var returned: EpochSpan?
  /// The number of days without services directly before `day`.
  private var emptyDays = 0
  /// The first unknown day loaded so far, not before `origin`.
  private(set) var firstUnknown: Int32?
  private let origin: Int32

  /// Two days: more than any offset, service and gap together.
  private static let margin: Int64 = 2 * 86_400

  /// Creates an iterator that returns all services that are open at or after a time. It may begin with earlier ones.
  init(_ schedule: Schedule, at seconds: Int64) {
    let interval = schedule.zone.interval(at: seconds)
    let today = Int32(truncatingIfNeeded: floorDivide(seconds + interval.offset, 86_400))
    self.schedule = schedule
    self.interval = interval
    origin = today
    day = today - 1
    if !isRegular(day) { day -= 1 }
    day = max(day, LocalDate.first.daysSinceEpoch)
  }

  /// Returns whether there is no clock change near a day.
  @inline(__always)
  private func isRegular(_ day: Int32) -> Bool {
    let midnight = Int64(day) * 86_400 - interval.offset
    return midnight >= interval.start + Self.margin && midnight + 2 * Self.margin < interval.end
  }

  /// Returns the next service; nil if there is none.
  @inline(__always)
  mutating func next() -> EpochSpan? {
    if let span = returned {
      returned = nil
      return span
    }
    while range.isEmpty {
      guard loadDay() else { return nil }
    }
    let index = range.lowerBound
    range = (index &+ 1)..<range.upperBound
    if !spans.isEmpty { return spans[index] }
    let midnight = Int64(day &- 1) * 86_400 - interval.offset
    return EpochSpan(
      start: midnight + Int64(services[index].opens.minutes) * 60, end: midnight + Int64(services[index].closes.minutes) * 60, day: day &- 1
    )
  }

  /// Puts back the last span, so that `next()` returns it again.
  mutating func putBack(_ span: EpochSpan) { returned = span }

  /// The label of the last service returned.
  var label: String? { services[range.lowerBound - 1].label }

  /// Continues at a later day.
  mutating func jump(to day: Int32) {
    range = 0..<0
    self.day = day
    emptyDays = 0
  }

  /// Loads the next day, or several days near a clock change. Returns false at the end.
  private mutating func loadDay() -> Bool {
    if !isRegular(day) {
      interval = schedule.zone.interval(at: Int64(day) * 86_400)
      if !isRegular(day) { return loadDays() }
    }
    if !spans.isEmpty { spans = [] }
    guard let date = LocalDate(daysSinceEpoch: Int(day)) else { return false }
    services = takeDay(date)
    range = services.indices
    return emptyDays < 8 || skipEmpty()
  }

  /// Loads all days around a clock change.
  private mutating func loadDays() -> Bool {
    var found: [(span: EpochSpan, service: Service)] = []
    repeat {
      guard let date = LocalDate(daysSinceEpoch: Int(day)) else { break }
      for service in takeDay(date) {
        if let span = span(of: service, on: date) { found.append((span, service)) }
      }
      interval = schedule.zone.interval(at: Int64(day) * 86_400)
    } while !isRegular(day) && emptyDays < 8
    found.sort { ($0.span.start, $0.span.end, $0.span.day) < ($1.span.start, $1.span.end, $1.span.day) }
    spans = found.map(\.span)
    services = found.map(\.service)[...]
    range = 0..<found.count
    guard found.isEmpty else { return true }
    return LocalDate(daysSinceEpoch: Int(day)) != nil && (emptyDays < 8 || skipEmpty())
  }

  /// Returns the services of the next day and moves past it.
  @inline(__always)
  private mutating func takeDay(_ date: LocalDate) -> ArraySlice<Service> {
    let plan = schedule.plan(on: date)
    if case .unknown = plan, firstUnknown == nil, day >= origin { firstUnknown = day }
    let services = plan.services
    emptyDays = services.isEmpty ? emptyDays + 1 : 0
    day += 1
    return services
  }

  /// Returns the span of a service; nil if a clock change leaves no time between its start and end.
  private func span(of service: Service, on date: LocalDate) -> EpochSpan? {
    schedule.zone.seconds(of: service, on: date).map { EpochSpan(start: $0.start, end: $0.end, day: date.daysSinceEpoch) }
  }

  /// After a week without services, skips to the next day on which a layer begins or ends. Returns false if there is none.
  private mutating func skipEmpty() -> Bool {
    guard let change = schedule.nextBoundary(after: day - 8) else { return false }
    if change > day {
      day = change
      emptyDays = 0
    }
    return true
  }
}
