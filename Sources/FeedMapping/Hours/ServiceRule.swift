import FeedKit

/// A rule that finds a service in a row: when it begins and ends, and its label.
///
/// An end before the beginning is on the next day, unless both are instants. An end of 23:59, or of 00:00, is the midnight that
/// ends the day. Equal times are not an opening, unless the hours have another meaning for `equal`. Times with a label such as "closed" are
/// not an opening (`ClosureLabel`).
struct ServiceRule: Sendable {
  let opens: ClockRule
  let closes: EndRule
  /// When the place is closed within the service.
  private let pause: (from: ClockRule, to: ClockRule)?
  let label: TextRule?
  /// Conditions under which a row is not an opening, such as a label "No service".
  let skip: Conditions
  let style: HoursStyle

  static let keys: [StaticString] = ["opens", "closes", "break", "label", "skip"]

  init(reading value: JSONValue, _ style: HoursStyle) throws(JSONFieldError) {
    opens = try value.required("opens", ClockRule.init(reading:))
    closes = try value.required("closes", EndRule.init(reading:))
    pause = try value.optional("break") { (rule) throws(JSONFieldError) in
      try rule.expectOnly(["from", "to"])
      return (try rule.required("from", ClockRule.init(reading:)), try rule.required("to", ClockRule.init(reading:)))
    }
    label = try value.optionalRule("label")
    skip = try Conditions(reading: value["skip"])
    self.style = style
  }

  /// The condition of a row.
  enum Result {
    /// - Parameters:
    ///   - date: the date of its beginning, if the feed states that.
    ///   - isOnNextDay: whether it begins on the day after the row's.
    ///   - pause: when the place is closed within it.
    case service(Service, date: LocalDate?, isOnNextDay: Bool, pause: Service?)
    /// An opening that lasts several days, as a service for each day from the first on. Only of rows that are continuous.
    case days([Service], from: LocalDate)
    /// The row has no times.
    case nothing
    /// The row is not an opening.
    ///
    /// - Parameter isClosed: whether a condition says so.
    case noOpening(isClosed: Bool)
    /// The row states that the place is closed at that time, but nothing about other times of its day.
    case closure(Service, date: LocalDate?)
    /// The times of the row cannot be read, so that its day and some following ones are unknown.
    case unknown(date: LocalDate?, nights: Int)
  }

  private enum Reading {
    case time(StatedTime)
    case absent, unreadable
  }

  /// - Parameters:
  ///   - endsNextDay: whether the feed says that the service ends on the day after it begins.
  ///   - isContinuous: whether an opening of more than 24 hours lasts as long as it says.
  func read(
    in scope: borrowing Scope, _ zone: Zone, endsNextDay: Bool = false, isContinuous: Bool = false, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Result {
    if skip.hold(in: scope) { return .noOpening(isClosed: true) }
    let start = try time(opens, in: scope, zone, &notes)
    let beginning: StatedTime? = if case .time(let time) = start { time } else { nil }
    let end = try reading(&notes) { (notes) throws(JSONFieldError) in
      try closes.time(in: scope, after: beginning, zone, isOn24Hours: style.isOn24Hours, &notes)
    }
    switch (start, end) {
    case (.absent, .absent): return .nothing
    case (.time(let start), .time(let end)):
      notes.addReadTimes(2)
      if isContinuous, let days = try days(from: start, to: end, in: scope, &notes) { return days }
      return try paused(result(from: start, to: end, in: scope, endsNextDay: endsNextDay, &notes), in: scope, zone, &notes)
    case (.time(let time), .unreadable), (.unreadable, .time(let time)):
      notes.addReadTimes()
      return .unknown(date: time.date, nights: 0)
    case (.time(let time), .absent), (.absent, .time(let time)):
      notes.addUnreadTimes(2, at: scope.value.pointer, "one of the two times is missing")
      return .unknown(date: time.date, nights: 0)
    default: return .unknown(date: nil, nights: 0)
    }
  }

  private func time(
    _ rule: ClockRule, in scope: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Reading {
    try reading(&notes) { (notes) throws(JSONFieldError) in try rule.time(in: scope, zone, isOn24Hours: style.isOn24Hours, &notes) }
  }

  /// Returns a time, with a note if it cannot be read.
  private func reading(
    _ notes: inout RecordNotes, _ time: (inout RecordNotes) throws(JSONFieldError) -> StatedTime?
  ) throws(JSONFieldError) -> Reading {
    do throws(JSONFieldError) {
      return try time(&notes).map { .time($0) } ?? .absent
    } catch {
      guard error.code == .time else { throw error }
      notes.addUnreadTimes(at: error.pointer, error.message)
      return .unreadable
    }
  }

  /// Returns a result with the pause of its service. A pause of which one time is missing or cannot be read makes the day unknown.
  private func paused(
    _ result: Result, in scope: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Result {
    guard let pause, case .service(let service, let date, isOnNextDay: false, _) = result else { return result }
    switch (try time(pause.from, in: scope, zone, &notes), try time(pause.to, in: scope, zone, &notes)) {
    case (.absent, .absent): return result
    case (.time(let from), .time(let to)):
      if from.second == to.second { return result }
      notes.addReadTimes(2)
      guard let start = LocalTime(minutes: from.second / 60), let end = LocalTime(minutes: to.second / 60),
        service.opens <= start, end <= min(service.closes, .endOfDay),
        let closure = Service(opens: start, closes: end, label: Self.labelOfPauses)
      else {
        notes.add(.hoursUnknown, at: scope.value.pointer, "the break is after midnight, or not within the opening")
        return .unknown(date: date, nights: 0)
      }
      return .service(service, date: date, isOnNextDay: false, pause: closure)
    default:
      notes.addUnreadTimes(at: scope.value.pointer, "one of the two times of the break is missing")
      return .unknown(date: date, nights: 0)
    }
  }

  /// The label that marks a closure within an opening (`ClosureLabel`); it is not shown.
  private static let labelOfPauses = "closed for lunch"

  /// Returns an opening of more than 24 hours as a service for each day from the first on; nil for a shorter one.
  private func days(
    from start: StatedTime, to end: StatedTime, in scope: borrowing Scope, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Result? {
    guard let first = start.date, let last = end.date, start.second < 86_400 else { return nil }
    let nights = Int(last.daysSinceEpoch) - Int(first.daysSinceEpoch)
    let (opensAt, closesAt) = (start.second / 60, nights * 1440 + end.closingMinute)
    guard closesAt - opensAt > 1440, nights <= Self.maximumNights else { return nil }
    let label = try label?.line(in: scope, &notes)
    if label.flatMap({ ClosureLabel($0) }) != nil { return nil }
    var services: [Service] = []
    var minute = opensAt
    while minute < closesAt {
      let until = min(closesAt, (minute / 1440 + 1) * 1440)
      let offset = services.count * 1440
      guard let opens = LocalTime(minutes: minute - offset), let closes = LocalTime(minutes: until - offset),
        let service = Service(opens: opens, closes: closes, label: label)
      else { return nil }
      services.append(service)
      minute = until
    }
    return .days(services, from: first)
  }

  /// The maximum number of nights of a continuous opening.
  static let maximumNights = 366

  private func result(
    from start: StatedTime, to end: StatedTime, in scope: borrowing Scope, endsNextDay: Bool, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Result {
    func unknown(_ message: String, nights: Int = 0) -> Result {
      notes.add(.hoursUnknown, at: scope.value.pointer, message)
      return .unknown(date: start.date, nights: nights)
    }
    var nights = 0
    if let first = start.date, let last = end.date { nights = Int(last.daysSinceEpoch) - Int(first.daysSinceEpoch) }
    if nights < 0 { return unknown("the end is on a day before the beginning") }
    if nights > 1 { return unknown("the end is not on the day of the beginning or the next", nights: nights) }
    if start.second == 86_400 { return unknown("an opening cannot begin at 24:00") }
    let midnight = start.isOnNextDay ? 1440 : 0
    let opensAt = start.second / 60 - midnight
    var closesAt = end.closingMinute - midnight + nights * 1440
    if nights == 0, start.second == end.second {
      if !endsNextDay, style.equal == .unknown { return unknown("begins and ends at the same time") }
      guard endsNextDay || style.equal == .aroundTheClock else {
        notes.add(.hours, at: scope.value.pointer, "begins and ends at the same time: no opening")
        return .noOpening(isClosed: false)
      }
      return try service(endsNextDay ? opensAt : 0, endsNextDay ? opensAt + 1440 : 1440, start, in: scope, &notes)
    }
    if nights == 0, end.second < start.second {
      if start.isInstant, end.isInstant { return unknown("ends before it begins") }
      if start.isOnNextDay, !end.isOnNextDay { return unknown("begins after midnight, and ends before") }
      closesAt += 1440
    }
    guard closesAt > opensAt else { return .noOpening(isClosed: false) }
    guard closesAt <= opensAt + 1440 else { return unknown("an opening of more than 24 hours", nights: nights) }
    return try service(opensAt, closesAt, start, in: scope, &notes)
  }

  private func service(
    _ opens: Int, _ closes: Int, _ stated: StatedTime, in scope: borrowing Scope, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Result {
    let label = try label?.line(in: scope, &notes)
    let closure = label.flatMap { ClosureLabel($0) }
    if closure == .closed { return .noOpening(isClosed: true) }
    guard let start = LocalTime(minutes: opens), let end = LocalTime(minutes: closes),
      let service = Service(opens: start, closes: end, label: label)
    else { return .noOpening(isClosed: false) }
    if closure != nil, let label {
      notes.addClosure(label, at: scope.value.pointer)
      return stated.isOnNextDay ? .unknown(date: stated.date, nights: 1) : .closure(service, date: stated.date)
    }
    return .service(service, date: stated.date, isOnNextDay: stated.isOnNextDay, pause: nil)
  }
}

/// How a feed writes times.
struct HoursStyle: Sendable {
  /// Whether "8:30" is on the 24-hour clock.
  let isOn24Hours: Bool
  /// The meaning of equal times.
  let equal: EqualTimes

  enum EqualTimes: String {
    case closed, unknown
    case aroundTheClock = "around the clock"
  }

  static let keys: [StaticString] = ["clock", "equal"]

  init(reading value: JSONValue) throws(JSONFieldError) {
    isOn24Hours = try value.parsed("clock", "\"24-hour\"") { $0 == "24-hour" ? true : nil } ?? false
    equal = try value.parsed("equal", "\"closed\", \"around the clock\" or \"unknown\"") { EqualTimes(rawValue: $0) } ?? .closed
  }
}
