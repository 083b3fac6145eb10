import FeedCore
import OpeningHours
import SimdJSON

/// One row of a schedule, `start_day start_time` to `end_day end_time`, read by the rules of the feed.
struct OpenTime {
  /// What it opens, by the day on which each service begins.
  private(set) var services: [(day: Weekday, service: Service)] = []
  /// What a reader of the catalog should know of how the row was read.
  private(set) var remark: String?

  init(_ row: JSONValue) throws(JSONFieldError) {
    guard row.isObject else { throw row.fault(.type, "expected an open time, found \(row.kind)") }
    let startDay = try Self.day(row, "start_day")
    let endDay = try Self.day(row, "end_day")
    let start = try Self.time(row, "start_time")
    let end = try Self.time(row, "end_time")
    let daysBetween = (endDay.rawValue - startDay.rawValue + 7) % 7
    let opens = Int(start.localTime.minutes)
    // 23:59 as a closing is the midnight that ends its day; a closing 00:00 is the one that begins it.
    let closes = end.isLastMinute ? 1440 : Int(end.localTime.minutes)
    let length = daysBetween * 1440 + closes - opens
    if daysBetween == 0 || length > 1440 {
      // A row longer than 24 hours means each of its days.
      if daysBetween > 0 { remark = "longer than 24 hours: read as \(start.localTime)-\(end.localTime) on each of its days" }
      let days = (0...daysBetween).compactMap { Weekday(rawValue: (startDay.rawValue + $0) % 7) }
      try openOnEach(days, opens, closes, isEqual: start == end && daysBetween == 0, row)
    } else {
      try open(startDay, opens, daysBetween * 1440 + closes, row)
    }
  }

  /// On one day: equal start and end is no opening (in a row over several days it is a day and a night), 00:00 is the end
  /// of the day, an end before its start is on the next.
  private mutating func openOnEach(_ days: [Weekday], _ opens: Int, _ closes: Int, isEqual: Bool, _ row: JSONValue) throws(JSONFieldError) {
    if isEqual {
      remark = "starts and ends at the same time: no opening"
      return
    }
    let end = closes == 0 ? 1440 : closes <= opens ? closes + 1440 : closes
    for day in days { try open(day, opens, end, row) }
  }

  private mutating func open(_ day: Weekday, _ opens: Int, _ closes: Int, _ row: JSONValue) throws(JSONFieldError) {
    if opens == closes { return }
    guard let start = LocalTime(minutes: opens), let end = LocalTime(minutes: closes), let service = Service(opens: start, closes: end)
    else {
      throw row.fault(.time, "no opening of at most 24 hours")
    }
    services.append((day, service))
  }

  /// 0 is Monday.
  private static func day(_ row: JSONValue, _ key: StaticString) throws(JSONFieldError) -> Weekday {
    let number = try row.requiredInteger(key)
    guard let day = Weekday(rawValue: Int(clamping: number)) else {
      throw row.fault(.value, "\"\(key)\" is \(number); days are 0 (Monday) to 6")
    }
    return day
  }

  private static func time(_ row: JSONValue, _ key: StaticString) throws(JSONFieldError) -> ClockTime {
    guard let value = row[key] else { throw row.fault(.missing, "\"\(key)\" is missing") }
    guard let text = value.utf8, let time = ClockTime(ascii: text), time.seconds < 86_400 else {
      throw value.fault(.time, "no time of the form HH:MM:SS")
    }
    return time
  }
}
