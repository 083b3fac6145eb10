import FeedKit

/// Reads the hours of a venue as a layer of dates. Dates that are not listed are unknown.
enum PennHoursReader {
  /// The maximum number of days. A venue with more is set aside.
  private static let maximumDays = 1000

  // MARK: - Current shape, and shape of late 2022

  static func schedule(
    of list: JSONValue?, _ zone: Zone, _ messages: inout UniqueTexts, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Schedule {
    guard let list else { return Schedule(zone: zone, layers: []) }
    var hours = DatedHours()
    var days = list.elements
    while let day = days.next() {
      guard day.isObject else { throw day.fault(.type, "expected a day, found \(day.kind)") }
      guard hours.count < maximumDays else { throw list.fault(.value, "more than \(maximumDays) days") }
      var fields = day.fields
      let date = try fields.requiredDate("date")
      hours.begin(date)
      var parts = try fields.array("dayparts")?.elements
      var count = 0
      while let part = parts?.next() {
        count += 1
        guard part.isObject else { throw part.fault(.type, "expected a daypart, found \(part.kind)") }
        var fields = part.fields
        let start = try fields.localTime("starttime", in: zone)
        let end = try fields.localTime("endtime", in: zone)
        if let message = try fields.text("message").flatMap({ PlainText.lines($0) }) { messages.insert(message) }
        let label = try fields.line("label")
        let nights = Int(end.date.daysSinceEpoch) - Int(start.date.daysSinceEpoch)
        if isClosed(label) { continue }
        guard nights == 0 || nights == 1 else { throw part.fault(.time, "\"endtime\" is not on the day of \"starttime\" or the next") }
        guard let service = try service(from: start.time, to: end.time, nextDay: nights == 1, label: label, part) else { continue }
        hours.add(service, on: start.date)
        if start.date != date {
          notes.add(
            .hours, at: "/days/\(days.index - 1)/dayparts/\(count - 1)", "begins on \(start.date), but is listed under \(date)")
        }
      }
      // A day without dayparts is closed if its status is "closed", empty or missing.
      if count == 0, let status = try day.line("status"), !status.equalsIgnoringCase("closed") {
        hours.endUnknown()
        notes.add(.hoursUnknown, at: "/days/\(days.index - 1)", "the day is not marked closed, but has no times")
      }
    }
    return hours.schedule(zone)
  }

  // MARK: - Shape until 2021

  /// Returns all dates that any venue lists, sorted.
  static func dates(inOlder venues: JSONValue) -> [LocalDate] {
    var dates: Set<LocalDate> = []
    var elements = venues.elements
    while let venue = elements.next() {
      var days = venue["dateHours"]?.elements
      while let day = days?.next() {
        if let date = day["date"]?.string.flatMap({ LocalDate($0) }) { dates.insert(date) }
      }
    }
    return dates.sorted()
  }

  /// Reads the hours of a venue in the older shape.
  ///
  /// - Parameter dates: all dates that any venue lists, sorted. If this venue has hours, it is closed on dates that it omits.
  static func olderSchedule(
    of venue: JSONValue, _ zone: Zone, dates: [LocalDate], _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Schedule {
    guard let list = try venue.array("dateHours") else { return Schedule(zone: zone, layers: []) }
    guard dates.count <= maximumDays else { throw list.fault(.value, "the venues list more than \(maximumDays) days") }
    var hours = DatedHours()
    for date in dates { hours.begin(date) }
    var days = list.elements
    while let day = days.next() {
      var fields = day.fields
      let date = try fields.requiredDate("date")
      var meals = try day.array("meal")?.elements
      while let meal = meals?.next() {
        guard meal.isObject else { throw meal.fault(.type, "expected a meal, found \(meal.kind)") }
        var fields = meal.fields
        let label = try fields.line("type")
        let opens = try fields.requiredClock("open")
        let closes = try fields.requiredClock("close")
        if isClosed(label) { continue }
        if let service = try service(from: opens, to: closes, nextDay: false, label: label, meal) { hours.add(service, on: date) }
      }
    }
    return hours.schedule(zone)
  }

  // MARK: - All shapes

  /// Returns whether a label means that the venue is closed.
  private static func isClosed(_ label: String?) -> Bool { label?.equalsIgnoringCase("closed") ?? false }

  /// Returns a service; nil if it has no length. An end of 23:59 is the midnight that ends the day. An end before the start is on the next
  /// day.
  private static func service(
    from start: ClockTime, to end: ClockTime, nextDay: Bool, label: String?, _ value: JSONValue
  ) throws(JSONFieldError) -> Service? {
    if start == end, !nextDay { return nil }
    var closes = end.isLastMinute ? 1440 : Int(end.localTime.minutes)
    if nextDay || end < start { closes += 1440 }
    let opens = start.localTime
    if closes == Int(opens.minutes) { return nil }
    guard let closes = LocalTime(minutes: closes), let service = Service(opens: opens, closes: closes, label: label) else {
      throw value.fault(.time, "an opening from \(opens) that ends more than 24 hours later")
    }
    return service
  }
}
