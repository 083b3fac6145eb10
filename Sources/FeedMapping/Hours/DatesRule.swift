import FeedKit

/// A rule for hours that are listed by date:
///
///     {"each": "/days", "date": "/date", "services": "/dayparts", "opens": "/starttime", "closes": "/endtime"}
///
/// A date that is listed without services is closed, and one that is not listed is unknown, unless it is in the `window` that the reply covers.
/// Without `services`, each row is a service; without `date`, the time of its beginning has a date. Rows about the same date may contradict
/// each other (`DatedHours`). The `note` of a row is a remark on its date.
struct DatesRule: Sendable {
  let each: RowsPath
  /// Conditions under which a row is read as if it did not exist.
  private let drop: Conditions
  private let window: WindowRule?
  private let note: TextRule?
  /// Whether an opening of more than 24 hours means that the place does not close in between.
  private let isContinuous: Bool
  private let date: DateRule?
  private let services: JSONPath?
  private let service: ServiceRule
  private let closed: Conditions
  private let unknown: Conditions
  private let always: Conditions

  init(reading value: JSONValue, _ style: HoursStyle) throws(JSONFieldError) {
    try value.expectOnly(
      ["each", "drop", "date", "services", "closed", "unknown", "always", "window", "note", "continuous"] + ServiceRule.keys)
    drop = try Conditions(reading: value["drop"])
    window = try value.optional("window", WindowRule.init(reading:))
    note = try value.optionalRule("note")
    isContinuous = try value.flag("continuous") ?? false
    each = try value.required("each", RowsPath.init(reading:))
    date = try value.optional("date", DateRule.init(reading:))
    services = try value.path("services")
    service = try ServiceRule(reading: value, style)
    closed = try Conditions(reading: value["closed"])
    unknown = try Conditions(reading: value["unknown"])
    always = try Conditions(reading: value["always"])
  }

  /// Adds the dates of the rows.
  ///
  /// - Parameters:
  ///   - isAlone: whether there are no other hours. A row whose date cannot be read then leaves its day unknown.
  ///   - isOfWeek: returns whether a row without a date belongs to the week of the same hours.
  /// - Returns: whether there is a list.
  func read(
    in scope: borrowing Scope, _ zone: Zone, into days: inout DatedHours, _ notes: inout RecordNotes, isAlone: Bool,
    isOfWeek: (borrowing Scope) throws(JSONFieldError) -> Bool
  ) throws(JSONFieldError) -> Bool {
    // Without the date of receipt, nothing is known; the adapter has a note on that.
    if date?.isOfReceipt == true, scope.context.today == nil { return false }
    // Only the dates of a window need to be known.
    var listed: Set<LocalDate>? = window == nil ? nil : []
    var hasUnreadDates = false
    // A list of which all rows are dropped is of another shape.
    var (dropped, others) = (0, 0)
    let isListed = try each.forEach(in: scope) { (row) throws(JSONFieldError) in
      if drop.hold(in: row) {
        dropped += 1
        return
      }
      others += 1
      do throws(JSONFieldError) {
        guard let date = try self.date(of: row, zone, &notes) else {
          if self.date == nil {
            if window != nil {
              hasUnreadDates = true
              notes.addUnreadTimes(2, at: row.value.pointer, "has no times")
            }
            return
          }
          if try isOfWeek(row) { return }
          throw row.value.fault(.time, "the date is missing")
        }
        days.begin(date)
        listed?.insert(date)
        try readDay(date, row, zone, into: &days, &listed, &notes)
      } catch {
        guard isAlone, error.code == .time else { throw error }
        hasUnreadDates = true
        notes.addUnreadTimes(at: error.pointer, error.message)
      }
    }
    guard isListed, let window, let listed, others > 0 || dropped == 0 else { return isListed }
    for date in try window.dates(in: scope, zone, &notes) where !listed.contains(date) {
      days.begin(date)
      if window.isUnknown || hasUnreadDates { days.endUnknown() }
    }
    return true
  }

  /// Returns the date of a row; nil if there is none.
  private func date(of row: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> LocalDate? {
    if let date { return try date.date(in: row, zone, &notes) }
    do throws(JSONFieldError) {
      guard let opening = try service.opens.time(in: row, zone, isOn24Hours: service.style.isOn24Hours, &notes) else { return nil }
      guard let date = opening.date else { throw row.value.fault(.time, "a time without a date; state where the \"date\" is") }
      return date
    } catch {
      // Use the date of the end if the beginning cannot be read.
      let end = try service.closes.time(in: row, after: nil, zone, isOn24Hours: service.style.isOn24Hours, &notes)
      guard let date = end?.date else { throw error }
      return date
    }
  }

  /// Reads the condition of a row for its day.
  private func readDay(
    _ date: LocalDate, _ row: borrowing Scope, _ zone: Zone, into days: inout DatedHours, _ listed: inout Set<LocalDate>?,
    _ notes: inout RecordNotes
  ) throws(JSONFieldError) {
    let remark = try note?.line(in: row, &notes)
    if let remark { days.addNote(remark, on: date) }
    if closed.hold(in: row) { return }
    if always.hold(in: row) { return days.add(.wholeDay, on: date) }
    var hasTimes = false
    if let services {
      guard var list = try services.rows(in: row) else {
        if unknown.hold(in: row) { days.endUnknown() }
        return
      }
      while let item = list.next() {
        if try addService(in: row.inner(item, key: list.key), on: date, zone, to: &days, &listed, &notes) { hasTimes = true }
      }
    } else {
      hasTimes = try addService(in: row, on: date, zone, to: &days, &listed, &notes)
    }
    guard !hasTimes, unknown.hold(in: row) else { return }
    days.endUnknown()
    // A remark says why.
    if remark == nil { notes.add(.hoursUnknown, at: row.value.pointer, "has no times, and is not marked as closed") }
  }

  /// Returns whether a row has a date.
  func hasDate(_ row: borrowing Scope, _ zone: Zone) throws(JSONFieldError) -> Bool {
    var notes = RecordNotes()
    return try date?.date(in: row, zone, &notes) != nil
  }

  /// Adds the service of a row, and returns whether the row has times or states that it is not an opening.
  private func addService(
    in scope: borrowing Scope, on date: LocalDate, _ zone: Zone, to hours: inout DatedHours,
    _ listed: inout Set<LocalDate>?, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Bool {
    switch try service.read(in: scope, zone, isContinuous: isContinuous, &notes) {
    case .nothing:
      if services == nil { hours.endBlank() }
      return false
    case .noOpening(let isClosed):
      if services == nil, !isClosed { hours.endBlank() }
      return true
    case .closure(let closure, let stated):
      hours.addClosure(closure, on: stated ?? date)
      return true
    case .unknown(let stated, let nights):
      for night in 0...min(nights, ServiceRule.maximumNights) {
        if let day = (stated ?? date).adding(days: night) { hours.makeUnknown(day) }
      }
      return true
    case .days(let services, let first):
      for (index, service) in services.enumerated() {
        guard let day = first.adding(days: index) else { return true }
        if day != date {
          hours.begin(day)
          listed?.insert(day)
        }
        hours.add(service, on: day)
      }
      return true
    case .service(let service, let stated, let isOnNextDay, let pause):
      if let pause { hours.addClosure(pause, on: stated ?? date) }
      if isOnNextDay {
        hours.addAfterMidnight(service, of: date)
        return true
      }
      let day = stated ?? date
      if day != date { notes.add(.hours, at: scope.value.pointer, "begins on \(day), not on the day \(date) that lists it") }
      hours.add(service, on: day)
      return true
    }
  }
}
