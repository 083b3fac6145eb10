/// One service as it happens, in seconds since 1970.
struct WalkedSpan {
  let start: Int64
  let end: Int64
  let day: Int32
}

/// Walks over the services of a schedule in the order of their beginnings, from a service day on: the one list that every
/// answer about a schedule is read from.
///
/// Far from clock changes a service is a subtraction. Near one, several days are taken together and sorted: a time that
/// moves forward out of a gap can pass a later one.
struct SpanWalk {
  private let schedule: Schedule
  private var stretch: ZoneStretch
  /// The next service day to be looked at.
  private(set) var day: Int32
  /// The services of the current day, and the range of those still to return.
  private var services: [Service] = []
  private var range = 0..<0
  /// When the services open and close, if that was found near a clock change; else they are those of the day before `day`.
  private var spans: [WalkedSpan] = []
  /// An opening that was given back, to be returned once more.
  private var returned: WalkedSpan?
  /// How many days without a service directly precede `day`.
  private var emptyDays = 0
  /// The first day that is not known, among those looked at from `origin` on.
  private(set) var firstUnknown: Int32?
  private let origin: Int32

  /// Two days: longer than any offset, service and gap can reach.
  private static let margin: Int64 = 2 * 86_400

  /// A walk that misses nothing which is open at a moment or later.
  init(_ schedule: Schedule, at seconds: Int64) {
    let stretch = schedule.zone.stretch(at: seconds)
    let today = Int32(truncatingIfNeeded: floorDivide(seconds + stretch.offset, 86_400))
    self.schedule = schedule
    self.stretch = stretch
    origin = today
    day = today - 1
    if !isRegular(day) { day -= 1 }
    day = max(day, LocalDate.first.daysSinceEpoch)
  }

  /// Clocks do not change anywhere near this day.
  @inline(__always)
  private func isRegular(_ day: Int32) -> Bool {
    let midnight = Int64(day) * 86_400 - stretch.offset
    return midnight >= stretch.start + Self.margin && midnight + 2 * Self.margin < stretch.end
  }

  /// Returns the next opening, or nil if there will never be one.
  @inline(__always)
  mutating func next() -> WalkedSpan? {
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
    let midnight = Int64(day &- 1) * 86_400 - stretch.offset
    return WalkedSpan(
      start: midnight + Int64(services[index].opens.minutes) * 60, end: midnight + Int64(services[index].closes.minutes) * 60, day: day &- 1
    )
  }

  /// Gives back the last opening, which `next()` then returns once more.
  mutating func giveBack(_ span: WalkedSpan) { returned = span }

  /// The label of the last opening returned.
  var label: String? { services[range.lowerBound - 1].label }

  /// Goes on from a later day.
  mutating func jump(to day: Int32) {
    range = 0..<0
    self.day = day
    emptyDays = 0
  }

  /// Takes the services of the next day, or of the next days when clocks change; false at the end of all.
  private mutating func loadDay() -> Bool {
    if !isRegular(day) {
      stretch = schedule.zone.stretch(at: Int64(day) * 86_400)
      if !isRegular(day) { return loadDays() }
    }
    if !spans.isEmpty { spans = [] }
    guard let date = LocalDate(daysSinceEpoch: Int(day)) else { return false }
    switch schedule.services(on: date) {
    case .known(let services, let range):
      self.services = services
      self.range = range
      emptyDays = range.isEmpty ? emptyDays + 1 : 0
    case .unknown:
      noteUnknown()
      emptyDays += 1
    }
    day += 1
    return emptyDays < 8 || skipEmpty()
  }

  /// Takes the days around a clock change, all that follow each other.
  private mutating func loadDays() -> Bool {
    var found: [(span: WalkedSpan, service: Service)] = []
    repeat {
      guard let date = LocalDate(daysSinceEpoch: Int(day)) else { break }
      switch schedule.services(on: date) {
      case .known(let services, let range):
        emptyDays = range.isEmpty ? emptyDays + 1 : 0
        for index in range {
          if let span = span(of: services[index]) { found.append((span, services[index])) }
        }
      case .unknown:
        noteUnknown()
        emptyDays += 1
      }
      day += 1
      stretch = schedule.zone.stretch(at: Int64(day) * 86_400)
    } while !isRegular(day) && emptyDays < 8
    found.sort { ($0.span.start, $0.span.end, $0.span.day) < ($1.span.start, $1.span.end, $1.span.day) }
    spans = found.map(\.span)
    services = found.map(\.service)
    range = 0..<found.count
    guard found.isEmpty else { return true }
    return LocalDate(daysSinceEpoch: Int(day)) != nil && (emptyDays < 8 || skipEmpty())
  }

  /// When a service of `day` takes place; nil if a clock change leaves no time between its start and its end.
  private func span(of service: Service) -> WalkedSpan? {
    let midnight = Int64(day) * 86_400
    let start = schedule.zone.seconds(wall: midnight + Int64(service.opens.minutes) * 60)
    let end = schedule.zone.seconds(wall: midnight + Int64(service.closes.minutes) * 60)
    return start < end ? WalkedSpan(start: start, end: end, day: day) : nil
  }

  private mutating func noteUnknown() {
    if firstUnknown == nil, day >= origin { firstUnknown = day }
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
