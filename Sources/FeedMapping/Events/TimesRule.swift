import FeedKit

/// A rule for the times at which an event takes place: `{"starts": "/start", "ends": "/end", "allDay": {"at": "/all_day"}}`, or with
/// `"each": "/instances"` for a list of occurrences.
///
/// A date without a time lasts all day. An occurrence without an end, or with one that is not later than its beginning, has no known end. One
/// that is `cancelled` does not take place; if all are, the event is canceled.
struct TimesRule: Sendable {
  private let each: RowsPath?
  private let drop: Conditions
  private let starts: MomentRule
  private let ends: MomentRule?
  private let duration: EndRule?
  private let allDay: Conditions
  private let cancelled: Conditions
  private let isOn24Hours: Bool

  /// The maximum number of days of an occurrence with times, and of days that are listed because they last all day.
  private static let maximumDays = 400

  init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected an object, found \(value.kind)") }
    try value.expectOnly(["each", "drop", "starts", "ends", "allDay", "cancelled", "clock"])
    each = try value.optional("each", RowsPath.init(reading:))
    drop = try Conditions(reading: value["drop"])
    starts = try value.required("starts", MomentRule.init(reading:))
    if value["ends"]?["duration"] != nil {
      duration = try value.optional("ends", EndRule.init(reading:))
      ends = nil
    } else {
      duration = nil
      ends = try value.optional("ends", MomentRule.init(reading:))
    }
    allDay = try Conditions(reading: value["allDay"])
    cancelled = try Conditions(reading: value["cancelled"])
    isOn24Hours = try value.parsed("clock", "\"24-hour\"") { $0 == "24-hour" ? true : nil } ?? false
  }

  /// Returns an event with its dates, its hours, and its status if all occurrences are canceled.
  ///
  /// - Throws: if no time can be read.
  func event(in scope: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> Event {
    var found = Occurrences()
    func read(_ row: borrowing Scope) throws(JSONFieldError) {
      if drop.hold(in: row) { return }
      let isCancelled = cancelled.hold(in: row)
      do throws(JSONFieldError) {
        if try self.read(row, zone, isCancelled, into: &found, &notes) { notes.addReadTimes() }
      } catch {
        guard error.code == .time else { throw error }
        notes.addUnreadTimes(at: error.pointer, error.message)
      }
    }
    _ = try (each ?? .record).forEach(in: scope, read)
    guard let event = found.event(in: zone) else { throw scope.value.fault(.time, "no time of the event can be read") }
    return event
  }

  /// Reads an occurrence, and returns whether it has a time.
  private func read(
    _ row: borrowing Scope, _ zone: Zone, _ isCancelled: Bool, into found: inout Occurrences, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Bool {
    guard let start = try starts.moment(in: row, zone, isOn24Hours: isOn24Hours, &notes) else { return false }
    let end = try end(after: start, in: row, zone, &notes)
    guard let second = start.second, !allDay.hold(in: row) else {
      var last = end?.date ?? start.date
      // Midnight is the end of the day before.
      if end?.second == 0, last > start.date { last = last.adding(days: -1) ?? last }
      found.add(allDay: start.date...max(start.date, last), isCancelled: isCancelled)
      return true
    }
    let opensAt = second / 60
    guard let end, let closesAt = Self.minutes(of: end, after: start.date, opensAt) else {
      found.add(opensAt, from: start.date, isCancelled: isCancelled)
      return true
    }
    guard closesAt - opensAt <= Self.maximumDays * 1440 else {
      throw row.value.fault(.time, "an occurrence of more than \(Self.maximumDays) days")
    }
    found.add(opensAt, closesAt, from: start.date, isCancelled: isCancelled)
    return true
  }

  /// Returns an end in minutes since the midnight that begins a date; nil if it is not later than the beginning.
  private static func minutes(of end: MomentRule.Moment, after date: LocalDate, _ opensAt: Int) -> Int? {
    guard let second = end.second else { return nil }
    let minutes = (Int(end.date.daysSinceEpoch) - Int(date.daysSinceEpoch)) * 1440 + second / 60
    // 23:59 is the midnight that ends the day.
    if minutes > opensAt { return second >= 86_340 ? minutes + 1 : minutes }
    return end.isTimeOnly && minutes < opensAt && minutes + 1440 > opensAt ? minutes + 1440 : nil
  }

  private func end(
    after start: MomentRule.Moment, in row: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> MomentRule.Moment? {
    if let duration {
      guard let second = start.second else { return nil }
      let stated = StatedTime(date: start.date, second: second)
      let end = try duration.time(in: row, after: stated, zone, isOn24Hours: isOn24Hours, &notes)
      return end.flatMap { time in time.date.map { MomentRule.Moment(date: $0, second: time.second) } }
    }
    do throws(JSONFieldError) {
      return try ends?.moment(in: row, zone, isOn24Hours: isOn24Hours, after: start.date, &notes)
    } catch {
      guard error.code == .time else { throw error }
      notes.add(.hours, at: error.pointer, "\(error.message); the end is not known")
      return nil
    }
  }
}
