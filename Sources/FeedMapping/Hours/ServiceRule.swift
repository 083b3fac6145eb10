import FeedKit

/// A rule that finds a service in a row: when it begins and ends, and its label.
///
/// An end before the beginning is on the next day. An end of 23:59, or of 00:00, is the midnight that ends the day. Equal times are not an
/// opening, unless the hours have `"equal": "around the clock"`.
struct ServiceRule: Sendable {
  let opens: ClockRule
  let closes: ClockRule
  let label: TextRule?
  /// Conditions under which a row is not an opening, such as a label "Closed".
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
    case service(Service, date: LocalDate?)
    /// The row has no times.
    case nothing
    /// The row is not an opening.
    case noOpening
  }

  /// - Parameter endsNextDay: whether the feed says that the service ends on the day after it begins.
  func read(
    in scope: borrowing Scope, _ zone: Zone, endsNextDay: Bool = false, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Result {
    if skip.hold(in: scope) { return .noOpening }
    let start = try opens.time(in: scope, zone, isOn24Hours: style.isOn24Hours, &notes)
    let end = try closes.time(in: scope, zone, isOn24Hours: style.isOn24Hours, &notes)
    guard let start, let end else {
      guard start == nil, end == nil else { throw scope.value.fault(.missing, "one of the two times is missing") }
      return .nothing
    }
    var nights = 0
    if let first = start.date, let last = end.date { nights = Int(last.daysSinceEpoch) - Int(first.daysSinceEpoch) }
    guard nights == 0 || nights == 1 else { throw scope.value.fault(.time, "the end is not on the day of the beginning or the next") }
    let opensAt = start.second / 60
    guard opensAt < 1440 else { throw scope.value.fault(.time, "an opening cannot begin at 24:00") }
    if nights == 0, start.second == end.second {
      if endsNextDay { return result(opensAt, opensAt + 1440, start.date, label: try label?.line(in: scope, &notes)) }
      if style.isEqualAllDay { return result(0, 1440, start.date, label: try label?.line(in: scope, &notes)) }
      notes.add(.hours, at: scope.value.pointer, "begins and ends at the same time: no opening")
      return .noOpening
    }
    let closesAt = end.closingMinute + (nights == 1 || end.second < start.second ? 1440 : 0)
    guard closesAt > opensAt else { return .noOpening }
    guard closesAt <= opensAt + 1440 else { throw scope.value.fault(.time, "an opening of more than 24 hours") }
    return result(opensAt, closesAt, start.date, label: try label?.line(in: scope, &notes))
  }

  private func result(_ opens: Int, _ closes: Int, _ date: LocalDate?, label: String?) -> Result {
    guard let start = LocalTime(minutes: opens), let end = LocalTime(minutes: closes),
      let service = Service(opens: start, closes: end, label: label)
    else { return .noOpening }
    return .service(service, date: date)
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
