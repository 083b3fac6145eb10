import OpeningHours
import TestKit

/// "07:00-26:00" or "07:00-26:00 Lunch".
func service(_ text: String) throws -> Service {
  let parts = text.split(separator: " ", maxSplits: 1)
  let times = parts.first?.split(separator: "-") ?? []
  guard times.count == 2, let opens = LocalTime(String(times[0])), let closes = LocalTime(String(times[1])),
    let service = Service(opens: opens, closes: closes, label: parts.count == 2 ? String(parts[1]) : nil)
  else { throw BadTestData(text: text) }
  return service
}

/// A service by minutes since midnight.
func service(minutes opens: Int, _ closes: Int, label: String? = nil) throws -> Service {
  guard let first = LocalTime(minutes: opens), let last = LocalTime(minutes: closes),
    let service = Service(opens: first, closes: last, label: label)
  else { throw BadTestData(text: "\(opens)-\(closes)") }
  return service
}

/// Services separated by commas; "" is closed, "unknown" is unknown.
func plan(_ text: String) throws -> DayPlan {
  text == "unknown" ? .unknown : DayPlan(try text.split(separator: ",").map { try service(String($0)) })
}

func date(_ text: String) throws -> LocalDate {
  guard let date = LocalDate(text) else { throw BadTestData(text: text) }
  return date
}

func instant(_ text: String) throws -> Instant {
  guard let instant = Instant(text) else { throw BadTestData(text: text) }
  return instant
}

func local(_ text: String) throws -> LocalDateTime {
  guard let local = LocalDateTime(text) else { throw BadTestData(text: text) }
  return local
}

func zone(_ name: String) throws -> Zone {
  guard let zone = Zone(name) else { throw BadTestData(text: name) }
  return zone
}

/// "mo" to "su" with their plans.
func week(_ plans: [String: String]) throws -> WeekPlan {
  var days: [Weekday: DayPlan] = [:]
  for (code, text) in plans {
    guard let day = Weekday.allCases.first(where: { "\($0.code)" == code }) else { throw BadTestData(text: code) }
    days[day] = try plan(text)
  }
  return WeekPlan(days)
}

/// A layer of a week between two dates, where given.
func weekly(_ level: Layer.Level, from: String? = nil, to: String? = nil, _ plans: [String: String]) throws -> Layer {
  try layer(level, from, to, .week(try week(plans)))
}

func layer(_ level: Layer.Level, _ from: String?, _ to: String?, _ rule: Layer.Rule) throws -> Layer {
  guard let layer = Layer(level, from: try from.map(date), to: try to.map(date), rule) else {
    throw BadTestData(text: "\(String(describing: from))")
  }
  return layer
}

/// A layer of dates with their plans.
func dated(_ level: Layer.Level, _ plans: [(String, String)]) throws -> Layer {
  Layer(level, dates: try plans.map { DatedPlan(try date($0.0), try plan($0.1)) })
}
