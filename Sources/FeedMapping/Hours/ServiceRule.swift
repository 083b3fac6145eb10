import FeedKit

/// A rule that finds a service in a row: when it begins and ends, and its label.
///
/// An end before the beginning is on the next day. An end of 23:59, or of 00:00, is the midnight that ends the day. Equal times are not an
/// opening, unless the hours have `"equal": "around the clock"`. Times with a label such as "closed" are not an opening (`ClosureLabel`).
struct ServiceRule: Sendable {
  let opens: ClockRule
  let closes: ClockRule
  let label: TextRule?
  /// Conditions under which a row is not an opening, such as a label "No service".
  let skip: Conditions
  let style: HoursStyle

  static let keys: [StaticString] = ["opens", "closes", "label", "skip"]

  init(reading value: JSONValue, _ style: HoursStyle) throws(JSONFieldError) {
    opens = try value.required("opens", ClockRule.init(reading:))
    closes = try value.required("closes", ClockRule.init(reading:))
    label = try value.optionalRule("label")
    skip = try Conditions(reading: value["skip"])
    self.style = style
  }

  /// The condition of a row.
  enum Result {
    /// - Parameters:
    ///   - date: the date of its beginning, if the feed states that.
    ///   - isOnNextDay: whether it begins on the day after the row's.
    case service(Service, date: LocalDate?, isOnNextDay: Bool)
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

  /// - Parameter endsNextDay: whether the feed says that the service ends on the day after it begins.
  func read(
    in scope: borrowing Scope, _ zone: Zone, endsNextDay: Bool = false, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Result {
    if skip.hold(in: scope) { return .noOpening(isClosed: true) }
    switch (try time(opens, in: scope, zone, &notes), try time(closes, in: scope, zone, &notes)) {
    case (.absent, .absent): return .nothing
    case (.time(let start), .time(let end)):
      notes.addReadTimes(2)
      return try result(from: start, to: end, in: scope, endsNextDay: endsNextDay, &notes)
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
    do throws(JSONFieldError) {
      return try rule.time(in: scope, zone, isOn24Hours: style.isOn24Hours, &notes).map { .time($0) } ?? .absent
    } catch {
      guard error.code == .time else { throw error }
      notes.addUnreadTimes(at: error.pointer, error.message)
      return .unreadable
    }
  }

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
      guard endsNextDay || style.isEqualAllDay else {
        notes.add(.hours, at: scope.value.pointer, "begins and ends at the same time: no opening")
        return .noOpening(isClosed: false)
      }
      return try service(endsNextDay ? opensAt : 0, endsNextDay ? opensAt + 1440 : 1440, start, in: scope, &notes)
    }
    if nights == 0, end.second < start.second {
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
    return .service(service, date: stated.date, isOnNextDay: stated.isOnNextDay)
  }
}

/// How a feed writes times.
struct HoursStyle: Sendable {
  /// Whether "8:30" is on the 24-hour clock.
  let isOn24Hours: Bool
  /// Whether equal times mean around the clock.
  let isEqualAllDay: Bool

  static let keys: [StaticString] = ["clock", "equal"]

  init(reading value: JSONValue) throws(JSONFieldError) {
    isOn24Hours = try value.parsed("clock", "\"24-hour\"") { $0 == "24-hour" ? true : nil } ?? false
    isEqualAllDay =
      try value.parsed("equal", "\"closed\" or \"around the clock\"") { ["closed": false, "around the clock": true][$0] } ?? false
  }
}
