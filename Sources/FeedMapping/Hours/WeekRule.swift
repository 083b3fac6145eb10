import FeedKit

/// A rule for hours that are the same every week, in one of four forms:
///
///     {"each": "/hours", "day": "/weekday", "opens": "/start", "closes": "/end"}     rows for weekdays, or ranges of them
///     {"list": "/opening_times", "first": "monday"}                                  seven texts, such as "08:00-16:00" or "closed"
///     {"monday": "/mon", "tuesday": "/tue", …}                                       a text for each weekday, or two times (`DayRule`)
///     {"text": "/hours"}                                                             a text, or several, with the weekdays: `WeekText`
///
/// A weekday without a row is closed. A row may be valid only `from` a date `to` another; on each date, the rows that are valid apply
/// together. Instead of `opens` and `closes`, a row may have one `text`.
struct WeekRule: Sendable {
  private enum Form: Sendable {
    case rows(RowsRule)
    case list(JSONPath, first: Weekday)
    case days([(day: Weekday, rule: DayRule)])
    case text(TextRule)
  }

  private let form: Form

  init(reading value: JSONValue, _ style: HoursStyle) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected an object, found \(value.kind)") }
    if value["each"] != nil {
      form = .rows(try RowsRule(reading: value, style))
    } else if value["list"] != nil {
      try value.expectOnly(["list", "first"])
      let first = try value.requiredParsed("first", "the weekday of the first text, such as \"monday\"") { Weekday(name: $0) }
      form = .list(try value.requiredPath("list"), first: first)
    } else if let text = value["text"] {
      try value.expectOnly(["text"])
      form = .text(try TextRule(reading: text))
    } else {
      var days: [(day: Weekday, rule: DayRule)] = []
      var members = value.members
      while let member = members.next() {
        guard let day = Weekday(name: member.key), !days.contains(where: { $0.day == day }) else {
          throw member.value.fault(
            .unknownKey, "\"\(member.key)\" is not a weekday; a week has \"each\", \"list\", \"text\" or a rule for each weekday")
        }
        days.append((day, try DayRule(reading: member.value, style)))
      }
      guard !days.isEmpty else { throw value.fault(.missing, "a week has \"each\", \"list\", \"text\" or a rule for each weekday") }
      form = .days(days.sorted { $0.day < $1.day })
    }
  }

  /// The array or object of the rows, if the week has rows.
  var each: RowsPath? { if case .rows(let rows) = form { rows.each } else { nil } }

  /// Returns whether a row names weekdays, even if they cannot be read.
  func hasDay(_ row: borrowing Scope) throws(JSONFieldError) -> Bool {
    var notes = RecordNotes()
    guard case .rows(let rows) = form else { return false }
    do throws(JSONFieldError) { return try rows.day.days(in: row, &notes) != nil } catch {
      guard error.code == .time else { throw error }
      return true
    }
  }

  /// The layer of hours that exist but cannot be read.
  static let unknown = Layer(.weekly, unbounded: .week(WeekPlan(Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, .unknown) }))))

  /// Returns the layers of the week, weakest first; nil if the feed has no hours here, and `unknown` if they cannot be read.
  ///
  /// - Parameter isOfDates: whether a row without a weekday belongs to the dates of the same hours.
  func layers(
    in scope: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes,
    isOfDates: (borrowing Scope) throws(JSONFieldError) -> Bool = { (_) throws(JSONFieldError) in false }
  ) throws(JSONFieldError) -> [Layer]? {
    switch form {
    case .rows(let rule): return try rule.layers(in: scope, zone, &notes, isOfDates: isOfDates)
    case .days(let days):
      var week = WeekHours()
      var isStated = false
      for (day, rule) in days { if try rule.read(day, in: scope, zone, into: &week, &notes) { isStated = true } }
      return isStated ? [Layer(.weekly, unbounded: .week(week.plan(noting: &notes)))] : nil
    case .list(let path, let first):
      guard let list = path.find(in: scope) else { return nil }
      guard list.isArray else { throw list.fault(.type, "expected an array of texts, found \(list.kind)") }
      guard list.count == 7 else {
        notes.addUnreadTimes(min(list.count, 1), at: path.description, "\(list.count.counted("entry", "entries")) where seven belong")
        return [Self.unknown]
      }
      var week: [Weekday: DayPlan] = [:]
      var elements = list.elements
      while let element = elements.next() {
        guard let text = element.string else { throw element.fault(.type, "expected text, found \(element.kind)") }
        guard let day = Weekday(rawValue: (first.rawValue + elements.index - 1) % 7) else { continue }
        week[day] = try Self.plan(text, at: element.pointer, &notes)
      }
      return [Self.layer(week)]
    case .text(let rule):
      guard let text = try Self.text(rule, in: scope, &notes) else { return nil }
      try notes.checkTime(before: text.utf8.count)
      let shown = (PlainText.line(text) ?? "").prefix(60)
      let times = Self.times(in: text)
      switch WeekText(text) {
      case .week(let plan, let contradictions):
        notes.addReadTimes(times)
        if !contradictions.isEmpty {
          notes.add(.hoursUnknown, "\(WeekHours.note(on: contradictions.map(\.name))): \"\(shown)\"")
        } else if plan.days.contains(.unknown) {
          notes.add(.hoursUnknown, "states only when the place is closed: \"\(shown)\"")
        }
        return [Layer(.weekly, unbounded: .week(plan))]
      case .ambiguous: notes.addUnreadTimes(times, at: "", "has more than one reading as the hours of a week: \"\(shown)\"")
      case .unreadable: notes.addUnreadTimes(times, at: "", "not readable as the hours of a week: \"\(shown)\"")
      }
      return [Self.unknown]
    }
  }

  /// Returns a text with its line breaks; of an array, a line for each element.
  private static func text(_ rule: TextRule, in scope: borrowing Scope, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    guard case .at(let path) = rule, let list = path.find(in: scope), list.isArray else { return try rule.text(in: scope, &notes) }
    var lines: [String] = []
    var elements = list.elements
    while let element = elements.next() {
      guard let text = element.string else { throw element.fault(.type, "expected text, found \(element.kind)") }
      lines.append(text)
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private static func layer(_ week: [Weekday: DayPlan]) -> Layer {
    Layer(.weekly, unbounded: .week(WeekPlan(week).joiningSplitNights()))
  }

  /// Returns the number of times for which a text counts: 1 if it has digits.
  static func times(in text: String) -> Int { text.contains(where: \.isNumber) ? 1 : 0 }

  /// Reads the hours of a day as text. A text that cannot be read makes the day unknown, with a note.
  static func plan(
    _ text: String, at pointer: @autoclosure () -> String, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> DayPlan {
    try notes.checkTime(before: text.utf8.count)
    let times = Self.times(in: text)
    if case .services(let services) = HoursText(text) {
      notes.addReadTimes(times)
      return DayPlan(services)
    }
    notes.addUnreadTimes(times, at: pointer(), "not readable as hours: \"\((PlainText.line(text) ?? "").prefix(60))\"")
    return .unknown
  }
}
