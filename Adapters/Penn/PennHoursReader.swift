import FeedKit

/// Reads the hours of a venue as a layer of dates. Dates that are not listed are unknown.
enum PennHoursReader {
  /// The maximum number of days. A venue with more is set aside.
  private static let maximumDays = 1000

  // MARK: - Current shape, and shape of late 2022

  static func schedule(of list: JSONValue?, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> Schedule {
    guard let list else { return Schedule(zone: zone, layers: []) }
    var hours = DatedHours()
    var days = list.elements
    while let day = days.next() {
      guard day.isObject else { throw day.fault(.type, "expected a day, found \(day.kind)") }
      guard hours.count < maximumDays else { throw list.fault(.value, "more than \(maximumDays) days") }
      var fields = day.fields
      guard let date = try date(of: &fields, &notes) else { continue }
      hours.begin(date)
      var parts = try fields.array("dayparts")?.elements
      var count = 0
      while let part = parts?.next() {
        count += 1
        guard part.isObject else { throw part.fault(.type, "expected a daypart, found \(part.kind)") }
        guard let (service, start) = try service(part, on: date, zone, into: &hours, &notes) else { continue }
        hours.add(service, on: start)
        if start != date {
          notes.add(.hours, at: "/days/\(days.index - 1)/dayparts/\(count - 1)", "begins on \(start), but is listed under \(date)")
        }
      }
      // A day without dayparts is closed if its status is "closed", empty or missing.
      if count == 0, let status = try day.line("status"), !status.equalsIgnoringCase("closed") {
        hours.endUnknown()
        notes.add(.hoursUnknown, at: "/days/\(days.index - 1)", "the day is not marked closed, but has no times")
      }
    }
    return try hours.schedule(zone, noting: &notes, at: "/days")
  }

  /// Reads a daypart. The message is part of the label, because it is about this service only. Returns nil if there is no service; if the
  /// times cannot be read, the day is unknown.
  private static func service(
    _ part: JSONValue, on date: LocalDate, _ zone: Zone, into hours: inout DatedHours, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> (Service, LocalDate)? {
    var texts = part.fields
    let message = try texts.line("message")
    let label = try texts.line("label")
    var name = label ?? message
    if let label, let message { name = label + ": " + message }
    let isClosure = name.map { ClosureLabel($0) != nil } ?? false
    if isClosure, let label, ClosureLabel(label) == .closed {
      if let message { notes.add(.hours, at: part.pointer, "the message of a closed daypart is left out: \"\(message.prefix(60))\"") }
      return nil
    }
    var times = part.fields
    let start = try time(isClosure, &notes) { () throws(JSONFieldError) in try times.localTime("starttime", in: zone) }
    let end = try time(isClosure, &notes) { () throws(JSONFieldError) in try times.localTime("endtime", in: zone) }
    if isClosure, let name { notes.addClosure(name, at: part.pointer) }
    guard let start, let end else {
      if isClosure { hours.addClosure(nil, on: date) } else { hours.makeUnknown(start?.date ?? date) }
      return nil
    }
    let nights = Int(end.date.daysSinceEpoch) - Int(start.date.daysSinceEpoch)
    do throws(JSONFieldError) {
      guard nights == 0 || nights == 1 else { throw part.fault(.time, "\"endtime\" is not on the day of \"starttime\" or the next") }
      let service = try service(from: start.time, to: end.time, nextDay: nights == 1, label: name, part)
      guard isClosure else { return service.map { ($0, start.date) } }
      hours.addClosure(service, on: start.date)
      return nil
    } catch {
      for night in 0...max(0, min(nights, maximumDays)) {
        if let day = start.date.adding(days: night) { hours.makeUnknown(day) }
      }
      notes.add(.hoursUnknown, at: error.pointer, error.message)
      return nil
    }
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
    var omitted = Set(dates)
    var days = list.elements
    while let day = days.next() {
      var fields = day.fields
      guard let date = try date(of: &fields, &notes) else { continue }
      hours.begin(date)
      omitted.remove(date)
      var meals = try day.array("meal")?.elements
      while let meal = meals?.next() {
        guard meal.isObject else { throw meal.fault(.type, "expected a meal, found \(meal.kind)") }
        var fields = meal.fields
        let label = try fields.line("type")
        let closure = label.flatMap { ClosureLabel($0) }
        if closure == .closed { continue }
        let isClosure = closure != nil
        let opens = try time(isClosure, &notes) { () throws(JSONFieldError) in try fields.requiredClock("open") }
        let closes = try time(isClosure, &notes) { () throws(JSONFieldError) in try fields.requiredClock("close") }
        if isClosure, let label { notes.addClosure(label, at: meal.pointer) }
        guard let opens, let closes else {
          if isClosure { hours.addClosure(nil, on: date) } else { hours.makeUnknown(date) }
          continue
        }
        do throws(JSONFieldError) {
          let service = try service(from: opens, to: closes, nextDay: false, label: label, meal)
          if isClosure { hours.addClosure(service, on: date) } else if let service { hours.add(service, on: date) }
        } catch {
          hours.makeUnknown(date)
          notes.add(.hoursUnknown, at: error.pointer, error.message)
        }
      }
    }
    for date in omitted.sorted() { hours.begin(date) }
    return try hours.schedule(zone, noting: &notes, at: "/dateHours")
  }

  // MARK: - All shapes

  /// Returns the date of a day; nil, with a note, if it cannot be read. It is then not listed, so its hours are unknown.
  private static func date(of day: inout JSONFields, _ notes: inout RecordNotes) throws(JSONFieldError) -> LocalDate? {
    do throws(JSONFieldError) {
      return try day.requiredDate("date")
    } catch {
      // A day without a member for its date, or with one of another type, is not a day.
      guard let date = day.member("date"), date.utf8 != nil || date.isNull else { throw error }
      notes.addUnreadTimes(at: error.pointer, error.message)
      return nil
    }
  }

  /// Reads a time; nil if it cannot be read. There is no note on that if it is the time of a closure, because closures may have no times.
  private static func time<Time>(
    _ isClosure: Bool, _ notes: inout RecordNotes, _ read: () throws(JSONFieldError) -> Time
  ) throws(JSONFieldError) -> Time? {
    guard isClosure else { return try notes.readTime(read) }
    return try notes.discarding { (unused) throws(JSONFieldError) in try unused.readTime(read) }
  }

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
