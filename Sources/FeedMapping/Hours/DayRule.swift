import FeedKit

/// A rule for the hours of one weekday: a text, or `{"opens": "/mon_open", "closes": "/mon_close"}`.
///
/// Of the conditions, `closed` and `always` hold whatever the times are, and `unknown` only without times. Without any, the day is closed.
enum DayRule: Sendable {
  case text(TextRule)
  case service(ServiceRule, closed: Conditions, always: Conditions, unknown: Conditions)

  init(reading value: JSONValue, _ style: HoursStyle) throws(JSONFieldError) {
    guard value["opens"] != nil || value["closes"] != nil else {
      self = .text(try TextRule(reading: value))
      return
    }
    try value.expectOnly(["closed", "always", "unknown"] + ServiceRule.keys)
    self = .service(
      try ServiceRule(reading: value, style), closed: try Conditions(reading: value["closed"]),
      always: try Conditions(reading: value["always"]), unknown: try Conditions(reading: value["unknown"]))
  }

  /// Adds the hours of a weekday.
  ///
  /// - Returns: whether the record states them.
  func read(
    _ day: Weekday, in scope: borrowing Scope, _ zone: Zone, into week: inout WeekHours, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Bool {
    switch self {
    case .text(let rule):
      let text = try rule.line(in: scope, &notes)
      switch try WeekRule.plan(text ?? "", at: scope.value.pointer, &notes) {
      case .services(let services): week.addAll(Array(services), on: [day])
      case .unknown: week.makeUnknown(day)
      }
      return text != nil
    case .service(let rule, let closed, let always, let unknown):
      if closed.hold(in: scope) {
        week.addAll([], on: [day])
        return true
      }
      if always.hold(in: scope) {
        week.addAll([.wholeDay], on: [day])
        return true
      }
      switch try rule.read(in: scope, zone, &notes) {
      case .nothing:
        let isUnknown = unknown.hold(in: scope)
        if isUnknown { week.makeUnknown(day) } else { week.addAll([], on: [day]) }
        return isUnknown
      case .noOpening: week.addAll([], on: [day])
      case .closure(let closure, _): week.addClosure(closure, on: [day])
      case .service(let service, _, isOnNextDay: false, let pause):
        week.addAll([service], on: [day])
        if let pause { week.addClosure(pause, on: [day]) }
      case .service, .unknown, .days: week.makeUnknown(day)
      }
      return true
    }
  }
}
