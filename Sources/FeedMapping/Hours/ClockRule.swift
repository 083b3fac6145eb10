import FeedKit

/// A rule that finds the time at which a service begins or ends.
///
/// | In a file | Reads |
/// |---|---|
/// | `"/start"`, or any text rule | "22:00", "22:00:00", "2200", "10:30am", "noon", "2026-11-20T22:00:00", with or without an offset |
/// | `{"hours": "/start_hour", "minutes": "/start_minutes"}` | two whole numbers; hours may count on to 48 |
/// | `{"minutes": "/start"}` | the number of minutes since midnight; they may count on to 2,880 |
/// | `{"seconds": "/start"}` | the number of seconds since midnight; they may count on to 172,800 |
/// | `{"duration": "/length"}`, only of `closes` | the time since the beginning: "PT2H30M", or a number of minutes (`"unit"`: `hours`, `seconds`) |
/// | `{"epoch": "/start"}`, `{"epoch": "/start", "unit": "milliseconds"}` | the number of seconds since 1970 |
///
/// A text such as "8:30" is ambiguous: it could be on either clock. It is read only if the hours have `"clock": "24-hour"`.
enum ClockRule: Sendable {
  case text(TextRule)
  case fields(hours: TextRule, minutes: TextRule?)
  case minutes(TextRule)
  case seconds(TextRule)
  case epoch(EpochRule)

  init(reading value: JSONValue) throws(JSONFieldError) {
    if value["hours"] != nil {
      try value.expectOnly(["hours", "minutes"])
      self = .fields(hours: try value.rule("hours"), minutes: try value.optionalRule("minutes"))
    } else if value["minutes"] != nil {
      try value.expectOnly(["minutes"])
      self = .minutes(try value.rule("minutes"))
    } else if value["seconds"] != nil {
      try value.expectOnly(["seconds"])
      self = .seconds(try value.rule("seconds"))
    } else if value["epoch"] != nil {
      try value.expectOnly(["epoch", "unit"])
      self = .epoch(try EpochRule(membersOf: value))
    } else {
      self = .text(try TextRule(reading: value))
    }
  }
}

/// A time of day that a feed states, and its date if the feed states that too.
struct StatedTime {
  let date: LocalDate?
  /// The second of the day, 0 to 172,800; after 86,400, it is on the next day.
  let second: Int
  /// Whether the feed states a number of seconds since 1970, which has no other reading.
  var isInstant = false

  var isOnNextDay: Bool { second > 86_400 }

  /// The minute at which a service ends: 23:59 is the midnight that ends its day, which may be the next.
  var closingMinute: Int { second % 86_400 >= 86_340 ? (second / 86_400 + 1) * 1440 : second / 60 }

  fileprivate init(_ instant: Instant, in zone: Zone) {
    let local = zone.local(instant)
    (date, second) = (local.date, local.second)
  }

  init(date: LocalDate? = nil, second: Int) {
    self.date = date
    self.second = second
  }

  fileprivate init?(_ text: borrowing Span<UInt8>, in zone: Zone) {
    if let time = ClockTime(ascii: text) {
      self.init(second: Int(time.seconds))
      return
    }
    guard let moment = LocalDateTime(ascii: text) else {
      guard let digits = Self.digits(text) else { return nil }
      self = digits
      return
    }
    if moment.offset != nil {
      guard let instant = moment.instant else { return nil }
      self.init(instant, in: zone)
    } else {
      self.init(date: moment.date, second: Int(moment.time.seconds))
    }
  }
}

extension StatedTime {
  /// Reads three or four digits, as in "0930" and 1730.
  private static func digits(_ text: borrowing Span<UInt8>) -> StatedTime? {
    guard (3...4).contains(text.count) else { return nil }
    var number = 0
    for index in text.indices {
      guard (0x30...0x39).contains(text[index]) else { return nil }
      number = number * 10 + Int(text[index] - 0x30)
    }
    let (hours, minutes) = number.quotientAndRemainder(dividingBy: 100)
    return minutes < 60 && (hours < 24 || number == 2400) ? StatedTime(second: hours * 3600 + minutes * 60) : nil
  }
}

extension ClockRule {
  /// Returns the time; nil if it is absent.
  ///
  /// - Parameter isOn24Hours: whether a time without am or pm is on the 24-hour clock even if it has no leading zero.
  /// - Throws: an error for a value that is not a time, or that could be on either clock.
  func time(
    in scope: borrowing Scope, _ zone: Zone, isOn24Hours: Bool, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> StatedTime? {
    switch self {
    case .text(let rule):
      // In the common case, do not copy the text.
      if case .at(let path) = rule, let utf8 = path.find(in: scope)?.utf8, let time = StatedTime(utf8, in: zone) { return time }
      guard let text = try rule.line(in: scope, &notes) else { return nil }
      if let time = StatedTime(text.utf8.span, in: zone) { return time }
      guard let clock = ClockText(text) else { throw fault(in: scope, "\"\(text.prefix(60))\" is not a time") }
      guard clock.isCertain || isOn24Hours else {
        throw fault(
          in: scope,
          "\"\(text.prefix(60))\" could be in the morning or in the evening; if the feed uses the 24-hour clock, say so with \"clock\"")
      }
      return StatedTime(second: clock.minutes * 60)
    case .fields(let hours, let minutes):
      guard let hour = try Self.number(hours, in: scope, &notes) else { return nil }
      let minute = try minutes.map { (rule) throws(JSONFieldError) in try Self.number(rule, in: scope, &notes) ?? 0 } ?? 0
      guard (0...48).contains(hour), (0...59).contains(minute), hour < 48 || minute == 0 else {
        throw fault(in: scope, "\(hour) hours and \(minute) minutes are not a time of day")
      }
      return StatedTime(second: hour * 3600 + minute * 60)
    case .minutes(let rule):
      guard let text = try rule.line(in: scope, &notes) else { return nil }
      guard let minutes = Double(text).flatMap({ Int(exactly: $0) }), (0...2880).contains(minutes) else {
        throw scope.value.fault(.time, "\"\(text.prefix(60))\" is not a number of minutes since midnight")
      }
      return StatedTime(second: minutes * 60)
    case .seconds(let rule):
      guard let text = try rule.line(in: scope, &notes) else { return nil }
      guard let seconds = Double(text).flatMap({ Int(exactly: $0) }), (0...172_800).contains(seconds) else {
        throw scope.value.fault(.time, "\"\(text.prefix(60))\" is not a number of seconds since midnight")
      }
      return StatedTime(second: seconds)
    case .epoch(let rule):
      guard let number = try rule.number(in: scope), number != 0 else { return nil }
      var time = StatedTime(try rule.instant(of: number, in: scope), in: zone)
      time.isInstant = true
      return time
    }
  }

  private static func number(_ rule: TextRule, in scope: borrowing Scope, _ notes: inout RecordNotes) throws(JSONFieldError) -> Int? {
    guard let text = try rule.line(in: scope, &notes) else { return nil }
    guard text.utf8.count <= 2, let number = Int(text), number >= 0 else {
      throw scope.value.fault(.time, "\"\(text.prefix(60))\" is not a number of hours or minutes")
    }
    return number
  }

  private func fault(in scope: borrowing Scope, _ message: String) -> JSONFieldError {
    if case .text(.at(let path)) = self, let value = path.find(in: scope) { return value.fault(.time, message) }
    return scope.value.fault(.time, message)
  }
}
