import FeedKit

/// A rule that finds the time at which a service ends: a time (`ClockRule`), or `{"duration": "/length", "unit": "minutes"}` for the time since
/// its beginning, as a number or as an ISO 8601 duration such as "PT2H30M".
enum EndRule: Sendable {
  case time(ClockRule)
  case duration(TextRule, secondsOfUnit: Double)

  init(reading value: JSONValue) throws(JSONFieldError) {
    guard value["duration"] != nil else {
      self = .time(try ClockRule(reading: value))
      return
    }
    try value.expectOnly(["duration", "unit"])
    let unit = try value.parsed("unit", "\"hours\", \"minutes\" or \"seconds\"") { ["hours": 3600.0, "minutes": 60, "seconds": 1][$0] }
    self = .duration(try value.rule("duration"), secondsOfUnit: unit ?? 60)
  }

  /// Returns the time; nil if it is absent.
  ///
  /// - Parameter start: the beginning; nil if it is absent or cannot be read. A duration then has no end.
  /// - Throws: an error for a value that is not a time, or that could be on either clock.
  func time(
    in scope: borrowing Scope, after start: StatedTime?, _ zone: Zone, isOn24Hours: Bool, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> StatedTime? {
    switch self {
    case .time(let rule): return try rule.time(in: scope, zone, isOn24Hours: isOn24Hours, &notes)
    case .duration(let rule, let secondsOfUnit):
      guard let text = try rule.line(in: scope, &notes), let start else { return nil }
      let seconds = ISODuration.seconds(text) ?? Double(text).flatMap { Int(exactly: ($0 * secondsOfUnit).rounded()) }
      guard let seconds, (0...366 * 86_400).contains(seconds) else {
        throw scope.value.fault(.time, "\"\(text.prefix(60))\" is not a duration")
      }
      guard let date = start.date else {
        guard start.second + seconds <= 172_800 else { throw scope.value.fault(.time, "an opening of more than 24 hours") }
        return StatedTime(second: start.second + seconds)
      }
      let (days, second) = (start.second + seconds).quotientAndRemainder(dividingBy: 86_400)
      return date.adding(days: days).map { StatedTime(date: $0, second: second) }
    }
  }
}
