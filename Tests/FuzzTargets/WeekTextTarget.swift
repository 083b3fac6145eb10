import FeedKit
import OpeningHours

/// The hours of a week as feeds write them: OpenStreetMap's text of what was read has the same hours, and capitals do not matter.
enum WeekTextTarget {
  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let week = WeekText(text)
    try require(WeekText(text) == week, "read twice, the hours differ: \(text)")
    // The text may become longer than the limit if it is not ASCII.
    if bytes.allSatisfy({ $0 < 0x80 }) { try require(WeekText(text.uppercased()) == week, "capitals change the hours: \(text)") }
    guard case .week(let plan, let contradictions) = week else { return }
    for day in contradictions { try require(plan[day] == .unknown, "a contradictory day is not unknown: \(text)") }
    guard let zone = Zone("Europe/Berlin") else { throw BrokenProperty("no zone") }
    try ScheduleProperties(Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .week(plan))]), text).check()
  }
}
