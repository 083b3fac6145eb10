import OpeningHours

/// A time zone that a calendar file defines itself, by the changes of its offset.
struct ZoneDefinition: Sendable {
  private struct Change {
    /// When the clocks change, in local seconds since 1970 before the change.
    let wall: Int64
    /// Seconds east of UTC.
    let before: Int64
    let after: Int64
    var utc: Int64 { wall - before }
  }

  /// Ascending.
  private let changes: [Change]

  /// Reads a VTIMEZONE; nil if it cannot be read.
  init?(_ component: CalendarComponent, _ budget: inout RuleBudget) {
    var changes: [Change] = []
    for observance in component.observances.prefix(Self.maximumObservances) {
      guard let start = observance.first(.start).flatMap({ ParsedLine($0)?.time }),
        let before = observance.first(.offsetFrom).flatMap({ ParsedLine($0)?.offset }),
        let after = observance.first(.offsetTo).flatMap({ ParsedLine($0)?.offset })
      else { return nil }
      var walls = [start.wall]
      for line in observance.all(.rule) {
        guard let rule = try? RecurrenceRule(line) else { return nil }
        let until = rule.until.map { $0.clock == .utc ? $0.wall + Int64(before) : $0.wall + ($0.isDate ? 86_399 : 0) }
        guard let starts = try? rule.starts(from: start.from1969, since: Self.first, through: min(until ?? Self.last, Self.last), &budget)
        else { return nil }
        walls += starts
      }
      for line in observance.all(.dates) { walls += ParsedLine(line)?.times.map(\.wall) ?? [] }
      changes += Set(walls).map { Change(wall: $0, before: Int64(before), after: Int64(after)) }
    }
    if changes.isEmpty { return nil }
    self.changes = changes.sorted { ($0.wall, $0.after) < ($1.wall, $1.after) }
  }

  private static let maximumObservances = 100
  /// 1970-01-01 and 2050-01-01.
  private static let first: Int64 = 0
  private static let last: Int64 = 2_524_608_000

  /// Returns the time at which clocks show `wall`. As in `Zone`, a time that is skipped moves forward, and one that occurs twice is its
  /// first occurrence.
  func seconds(wall: Int64) -> Int64 {
    let next = changes.partitioningIndex { $0.wall > wall }
    guard next > 0 else { return wall - changes[0].before }
    let change = changes[next - 1]
    return wall - (wall < change.wall + change.after - change.before ? change.before : change.after)
  }

  /// Returns what clocks show at a time.
  func wall(at seconds: Int64) -> Int64 {
    let next = changes.partitioningIndex { $0.utc > seconds }
    return seconds + (next > 0 ? changes[next - 1].after : changes[0].before)
  }
}

extension CalendarTime {
  /// Returns the same day of the year in 1969, if the time is earlier: definitions often begin in 1601.
  fileprivate var from1969: CalendarTime {
    let day = wall >= 0 ? wall / 86_400 : (wall - 86_399) / 86_400
    guard let (year, month, number) = LocalDate(daysSinceEpoch: Int(day))?.components, year < 1969,
      let date = LocalDate(year: 1969, month: month, day: min(number, 28))
    else { return self }
    return CalendarTime(wall: wall + (Int64(date.daysSinceEpoch) - day) * 86_400, clock: clock)
  }
}

extension ParsedLine {
  /// The time of the first property.
  var time: CalendarTime? { times.first }

  /// The times of all properties.
  var times: [CalendarTime] {
    var times: [CalendarTime] = []
    forEach { property in if let time = property.time { times.append(time) } }
    return times
  }

  /// The offset of the first property.
  var offset: Int? {
    var offset: Int?
    forEach { property in offset = offset ?? property.offset }
    return offset
  }

  /// The text of the first property.
  var text: String? {
    var text: String?
    forEach { property in text = text ?? property.text }
    return text
  }
}
