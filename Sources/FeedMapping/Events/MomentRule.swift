import FeedKit

/// A rule that finds a date with or without a time of day: a text such as "2026-11-20T19:00:00-05:00", "2026-11-20 19:00" or "2026-11-20",
/// `{"epoch": "/start"}`, or `{"date": DATE, "time": TIME}` where they are apart.
///
/// A time with an offset is converted to the zone of the event.
struct MomentRule: Sendable {
  private enum Source: Sendable {
    case text(TextRule)
    case epoch(EpochRule)
    case apart(DateRule, time: ClockRule?)
  }

  /// A date with or without a time.
  struct Moment {
    let date: LocalDate
    /// The second of the day, less than 86,400; nil for a date.
    let second: Int?
    /// Whether the time is stated apart from the date, so that an end before the beginning is on the next day.
    var isTimeOnly = false
  }

  private let source: Source

  init(reading value: JSONValue) throws(JSONFieldError) {
    if value["date"] != nil || value["time"] != nil {
      try value.expectOnly(["date", "time"])
      source = .apart(
        try value.required("date", DateRule.init(reading:)), time: try value.optional("time", ClockRule.init(reading:)))
    } else if value["epoch"] != nil {
      try value.expectOnly(["epoch", "unit"])
      source = .epoch(try EpochRule(membersOf: value))
    } else {
      source = .text(try TextRule(reading: value))
    }
  }

  /// Returns the date and time; nil if they are absent.
  ///
  /// - Parameters:
  ///   - start: the date of the beginning, for an end that is only a time.
  /// - Throws: an error for a value that is neither.
  func moment(
    in scope: borrowing Scope, _ zone: Zone, isOn24Hours: Bool, after start: LocalDate? = nil, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Moment? {
    switch source {
    case .epoch(let rule):
      guard let number = try rule.number(in: scope), number != 0 else { return nil }
      let local = zone.local(try rule.instant(of: number, in: scope))
      return Moment(date: local.date, second: local.second)
    case .apart(let dateRule, let timeRule):
      let time = try timeRule?.time(in: scope, zone, isOn24Hours: isOn24Hours, &notes)
      guard let date = try dateRule.date(in: scope, zone, &notes) ?? (time == nil ? nil : start) else { return nil }
      guard let time else { return Moment(date: date, second: nil) }
      return Self.moment(time.date ?? date, time.second)
    case .text(let rule):
      guard let text = try rule.line(in: scope, &notes) else { return nil }
      if let date = LocalDate(text) { return Moment(date: date, second: nil) }
      if let moment = LocalDateTime(text) {
        guard moment.offset != nil else { return Moment(date: moment.date, second: Int(moment.time.seconds)) }
        guard let instant = moment.instant else { throw scope.value.fault(.time, "\"\(text.prefix(60))\" is not a date and a time") }
        let local = zone.local(instant)
        return Moment(date: local.date, second: local.second)
      }
      guard let start, let clock = ClockText(text), clock.isCertain || isOn24Hours else {
        throw scope.value.fault(.time, "\"\(text.prefix(60))\" is not a date and a time")
      }
      return Moment(date: start, second: clock.minutes * 60, isTimeOnly: true)
    }
  }

  private static func moment(_ date: LocalDate, _ second: Int) -> Moment? {
    let (days, rest) = second.quotientAndRemainder(dividingBy: 86_400)
    return date.adding(days: days).map { Moment(date: $0, second: rest, isTimeOnly: true) }
  }
}
