import FeedKit

/// A row of a schedule: `start_day`, `start_time`, `end_day` and `end_time`.
struct OpenTime {
  /// The day on which the row starts, and that on which it ends; 0 is Monday. Nil if they cannot be read.
  private let days: (start: Int, end: Int)?
  /// The times; nil if they cannot be read.
  private let times: (start: ClockTime, end: ClockTime)?

  init(_ row: JSONValue, _ notes: inout RecordNotes) throws(JSONFieldError) {
    guard row.isObject else { throw row.fault(.type, "expected an open time, found \(row.kind)") }
    var fields = row.fields
    do throws(JSONFieldError) {
      days = (try Self.day(&fields, "start_day"), try Self.day(&fields, "end_day"))
    } catch {
      guard error.code == .time || error.code == .missing else { throw error }
      notes.addUnreadTimes(2, at: error.pointer, error.message)
      (days, times) = (nil, nil)
      return
    }
    let start = try notes.readTime { () throws(JSONFieldError) in try Self.time(&fields, "start_time") }
    let end = try notes.readTime { () throws(JSONFieldError) in try Self.time(&fields, "end_time") }
    if let start, let end { times = (start, end) } else { times = nil }
  }

  /// Adds the services of the row to a week; without times, its days are unknown, and without days, all that no other row states. Returns a
  /// remark if the row is unusual.
  func add(to week: inout WeekHours, _ row: JSONValue) throws(JSONFieldError) -> String? {
    guard let (startDay, endDay) = days else {
      week.makeUnknownUnlessStated()
      return nil
    }
    let daysBetween = endDay >= startDay ? endDay - startDay : endDay + 7 - startDay
    guard let (start, end) = times else {
      for day in 0...daysBetween { Weekday(rawValue: (startDay + day) % 7).map { week.makeUnknown($0) } }
      return nil
    }
    let opens = Int(start.localTime.minutes)
    // An end of 23:59 is the midnight that ends its day; an end of 00:00 is the midnight that begins it.
    let closes = end.isLastMinute ? 1440 : Int(end.localTime.minutes)
    guard daysBetween == 0 || daysBetween * 1440 + closes - opens > 1440 else {
      try add(startDay...startDay, opens, daysBetween * 1440 + closes, to: &week, row)
      return nil
    }
    if daysBetween == 0, start.localTime == end.localTime { return "ignored: starts and ends at the same time" }
    // In a row of one day, 00:00 is the end of the day, and an end before the start is on the next day. A row of more than 24 hours applies
    // to each of its days.
    let close = closes == 0 ? 1440 : closes <= opens ? closes + 1440 : closes
    try add(startDay...startDay + daysBetween, opens, close, to: &week, row)
    return daysBetween == 0 ? nil : "longer than 24 hours: read as \(start.localTime)-\(end.localTime) on each of its days"
  }

  private func add(
    _ days: ClosedRange<Int>, _ opens: Int, _ closes: Int, to week: inout WeekHours, _ row: JSONValue
  ) throws(JSONFieldError) {
    if opens == closes { return }
    guard let day = Weekday(rawValue: days.lowerBound), let start = LocalTime(minutes: opens), let end = LocalTime(minutes: closes),
      let service = Service(opens: start, closes: end)
    else { throw row.fault(.time, "not an opening of at most 24 hours") }
    if days.count == 1 { week.add(service, on: day) } else { week.add(service, on: days.map { day.adding($0 - days.lowerBound) }) }
  }

  /// Reads a day of the week; 0 is Monday.
  private static func day(_ row: inout JSONFields, _ key: StaticString) throws(JSONFieldError) -> Int {
    let number = try row.requiredInteger(key)
    guard (0...6).contains(number) else { throw row.value.fault(.time, "\"\(key)\" is \(number); days are 0 (Monday) to 6") }
    return Int(number)
  }

  private static func time(_ row: inout JSONFields, _ key: StaticString) throws(JSONFieldError) -> ClockTime {
    guard let value = row.member(key) else { throw row.value.fault(.missing, "\"\(key)\" is missing") }
    guard value.utf8 != nil else { throw value.fault(value.isNull ? .time : .type, "expected a time, found \(value.kind)") }
    guard let time = value.clockTime, time.seconds < 86_400 else { throw value.fault(.time, "expected a time of the form HH:MM:SS") }
    return time
  }
}
