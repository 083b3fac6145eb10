import FeedKit

/// A rule that finds a date: `"/date"`, `{"date": "/day", "order": "month-first"}` for dates such as "5/18/19", or `{"epoch": "/day"}` for
/// seconds since 1970. `{"year": "/y", "month": "/m", "day": "/d"}` has three numbers, and `{"received": 0}` is the date in the campus's zone on
/// which the reply was received; 1 is the day after.
///
/// A date is `2026-11-20`, or the date of a time such as `2026-11-20T22:00:00`. A time with an offset is converted to the campus's zone,
/// except midnight in UTC, which is a date that a server has converted to a time. With `"nights": true`, a time before 06:00 belongs to
/// the night that began the day before.
struct DateRule: Sendable {
  private enum Source: Sendable {
    case text(TextRule)
    /// A day and a month: the date with these that is nearest to the date of receipt, if it is on the weekday that the feed states.
    case yearless(TextRule, DateRange.Order, weekday: TextRule?)
    case epoch(EpochRule)
    case numbers(year: TextRule, month: TextRule, day: TextRule)
    /// The date of receipt, and so many days later.
    case received(Int)
  }

  private let source: Source
  /// The order of day and month in numeric dates; nil for dates of ISO 8601.
  private let order: DateRange.Order?
  private let isOfNights: Bool

  init(reading value: JSONValue) throws(JSONFieldError) {
    if value["date"] != nil, let year = value["year"] {
      try value.expectOnly(["date", "order", "year", "weekday"])
      try year.expectOnly(["received"])
      guard try year.integer("received") == 0 else { throw year.fault(.value, "expected {\"received\": 0}") }
      let order = try value.parsed("order", "\"month-first\" or \"day-first\"") { DateRange.Order(name: $0) }
      guard let order else { throw value.fault(.missing, "\"order\" is missing") }
      let weekday = try value.optional("weekday") { (rule) throws(JSONFieldError) in
        try TextRule(reading: rule, results: TextRule.Allowed(form: "one of monday to sunday") { Weekday(name: $0) != nil })
      }
      source = .yearless(try value.rule("date"), order, weekday: weekday)
      (self.order, isOfNights) = (nil, false)
    } else if value["date"] != nil {
      try value.expectOnly(["date", "order", "nights"])
      self = try DateRule(membersOf: value)
    } else if value["epoch"] != nil {
      try value.expectOnly(["epoch", "unit", "nights"])
      source = .epoch(try EpochRule(membersOf: value))
      order = nil
      isOfNights = try value.flag("nights") ?? false
    } else if value["year"] != nil {
      try value.expectOnly(["year", "month", "day"])
      source = .numbers(year: try value.rule("year"), month: try value.rule("month"), day: try value.rule("day"))
      (order, isOfNights) = (nil, false)
    } else if value["received"] != nil {
      source = try Self.received(value)
      (order, isOfNights) = (nil, false)
    } else {
      source = .text(try TextRule(reading: value))
      (order, isOfNights) = (nil, false)
    }
  }

  /// Reads the members `date` and `order` of an object that may have others.
  init(membersOf value: JSONValue) throws(JSONFieldError) {
    if let date = value["date"], date["received"] != nil {
      source = try Self.received(date)
    } else {
      source = .text(try value.rule("date"))
    }
    order = try value.parsed("order", "\"month-first\" or \"day-first\"") { DateRange.Order(name: $0) }
    isOfNights = try value.flag("nights") ?? false
  }

  /// Reads `{"received": 0}`.
  private static func received(_ value: JSONValue) throws(JSONFieldError) -> Source {
    try value.expectOnly(["received"])
    guard let days = try value.integer("received"), (0...7).contains(days) else {
      throw value.fault(.value, at: "received", "expected 0 for the day on which the reply was received, 1 for the next, at most 7")
    }
    return .received(Int(days))
  }

  /// Whether the date is that of receipt, which a recording may not have.
  var isOfReceipt: Bool { if case .received = source { true } else { false } }

  /// Returns the date; nil if it is absent.
  func date(in scope: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> LocalDate? {
    if case .text(.at(let path)) = source, let utf8 = path.find(in: scope)?.utf8, let date = LocalDate(ascii: utf8) { return date }
    guard let range = try range(in: scope, zone, &notes) else { return nil }
    guard range.lowerBound == range.upperBound else { throw scope.value.fault(.time, "expected one date, found a range") }
    return range.lowerBound
  }

  /// Returns the date, or a range of dates if they are numeric; nil if they are absent.
  func range(in scope: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> ClosedRange<LocalDate>? {
    let rule: TextRule
    switch source {
    case .text(let text): rule = text
    case .yearless(let rule, let order, let weekday):
      guard let text = try rule.line(in: scope, &notes), let today = scope.context.today else { return nil }
      guard let date = Self.date(of: text, order, near: today) else {
        throw scope.value.fault(.time, "\"\(text.prefix(60))\" is not a day and a month")
      }
      if let weekday {
        // Without its weekday, a date of an old reply would be one of these weeks.
        let name = try notes.discarding { (notes) throws(JSONFieldError) in try weekday.line(in: scope, &notes) }
        guard let stated = name.flatMap({ Weekday(name: $0) }) else {
          throw scope.value.fault(.time, "the year of \"\(text.prefix(60))\" is unknown: its weekday is missing, or not in the table")
        }
        guard stated == date.weekday else {
          throw scope.value.fault(
            .time, "\"\(text.prefix(60))\" is not near \(today): \(date) is a \(date.weekday.name), and the feed says \(stated.name)")
        }
      }
      return date...date
    case .epoch(let epoch):
      // Feeds with one member for weekdays and dates number the weekdays.
      guard let number = try epoch.number(in: scope), !(0...7).contains(number) else { return nil }
      let local = zone.local(try epoch.instant(of: number, in: scope))
      return date(local.date, local.second).map { $0...$0 }
    case .received(let days): return scope.context.today.flatMap { $0.adding(days: days) }.map { $0...$0 }
    case .numbers(let year, let month, let day):
      guard let year = try year.line(in: scope, &notes), let month = try month.line(in: scope, &notes),
        let day = try day.line(in: scope, &notes)
      else { return nil }
      guard year.utf8.count == 4, let year = Int(year), let month = Int(month), let day = Int(day),
        let date = LocalDate(year: year, month: month, day: day)
      else {
        throw scope.value.fault(.time, "year \(year.prefix(20)), month \(month.prefix(20)) and day \(day.prefix(20)) are not a date")
      }
      return date...date
    }
    guard let text = try rule.line(in: scope, &notes) else { return nil }
    if let date = LocalDate(text) ?? date(of: text, zone) { return date...date }
    if let order, let range = DateRange(text, order) { return range.first...range.last }
    throw scope.value.fault(.time, "\"\(text.prefix(60))\" is not a date")
  }

  /// Returns the date of a day and a month, such as "9.10." or "10/09", that is nearest to another one.
  private static func date(of text: String, _ order: DateRange.Order, near today: LocalDate) -> LocalDate? {
    var parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "/" }
    if parts.count == 3, parts[2].isEmpty { parts.removeLast() }
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isASCIIDigit) }) else { return nil }
    let numbers = parts.compactMap { Int($0) }
    let (month, day) = order == .monthFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
    let dates = (-1...1).compactMap { LocalDate(year: today.components.year + $0, month: month, day: day) }
    func distance(_ date: LocalDate) -> Int { abs(Int(date.daysSinceEpoch) - Int(today.daysSinceEpoch)) }
    return dates.min { distance($0) < distance($1) }
  }

  private func date(of text: String, _ zone: Zone) -> LocalDate? {
    guard let moment = LocalDateTime(text) else { return nil }
    guard isOfNights else { return moment.statedDate(in: zone) }
    let (date, second) = moment.instant.map { zone.local($0) } ?? (moment.date, Int(moment.time.seconds))
    return self.date(date, second)
  }

  /// Returns the date to which a time belongs.
  private func date(_ date: LocalDate, _ second: Int) -> LocalDate? { isOfNights && second < 6 * 3600 ? date.adding(days: -1) : date }
}

extension DateRange.Order {
  init?(name: String) {
    switch name {
    case "month-first": self = .monthFirst
    case "day-first": self = .dayFirst
    default: return nil
    }
  }
}
