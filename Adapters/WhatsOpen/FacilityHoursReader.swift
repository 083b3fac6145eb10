import FeedKit

/// Reads the hours of a facility: its main schedule, promoted schedules, and special schedules.
struct FacilityHoursReader {
  let zone: Zone
  let receivedAt: Instant?

  /// The maximum number of rows of a schedule. A facility with more is set aside.
  private static let maximumRows = 1000

  /// Returns the hours. They are unknown, with a note, if the validity of a schedule cannot be read, because any day may be one of its days.
  func schedule(of facility: inout JSONFields, _ notes: inout RecordNotes) throws(JSONFieldError) -> Schedule {
    do throws(JSONFieldError) {
      return try schedules(of: &facility, &notes)
    } catch {
      guard error.code == .time else { throw error }
      notes.addUnreadTimes(at: error.pointer, error.message)
      return Schedule(zone: zone, layers: [])
    }
  }

  private func schedules(of facility: inout JSONFields, _ notes: inout RecordNotes) throws(JSONFieldError) -> Schedule {
    var layers: [Layer] = []
    if let main = try facility.object("main_schedule") {
      var fields = main.fields
      let week = try week(of: &fields, at: "/main_schedule", &notes)
      let name = try RepairedText.line(&fields, "name", in: "/main_schedule", &notes)
      try noteValidity(of: &fields, &notes)
      let rule = try rule(of: &fields, week)
      if case .week(let plan) = rule, plan.days.services.isEmpty, try main.array("open_times") == nil {
        notes.add(.hoursUnknown, at: "/main_schedule", "the main schedule has no opening times")
      } else {
        layers.append(Layer(.weekly, name: name, unbounded: rule))
      }
    }
    var promoted: [Layer] = []
    var specials: [Layer] = []
    var list = try facility.array("special_schedules")?.elements
    var index = -1
    while let special = list?.next() {
      index += 1
      guard special.isObject else { throw special.fault(.type, "expected a schedule, found \(special.kind)") }
      guard let (layer, isPromoted) = try self.special(special, at: "/special_schedules/\(index)", &notes) else { continue }
      if isPromoted { promoted.append(layer) } else { specials.append(layer) }
    }
    // The last layer wins: the promoted one that starts last, and the narrowest special one, or the first of these by name.
    layers += promoted.latestStartLast(noting: &notes) + specials.narrowestLast(noting: &notes)
    return Schedule(zone: zone, layers: layers)
  }

  /// Adds a note if the validity of the main schedule has ended. The schedule applies anyway.
  private func noteValidity(of main: inout JSONFields, _ notes: inout RecordNotes) throws(JSONFieldError) {
    let end: LocalDate?
    do throws(JSONFieldError) { end = try serviceDay(&main, "valid_end") } catch {
      guard error.code == .time else { throw error }
      notes.add(.hours, at: error.pointer, "cannot be read as the end of the main schedule, which is used anyway")
      return
    }
    guard let end else { return }
    if let receivedAt, zone.local(receivedAt).date <= end { return }
    notes.add(.hours, at: "/main_schedule/valid_end", "the main schedule says that it is valid until \(end); it is used anyway")
  }

  private func special(
    _ special: JSONValue, at pointer: @autoclosure () -> String, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> (Layer, isPromoted: Bool)? {
    var fields = special.fields
    let week = try week(of: &fields, at: pointer(), &notes)
    let name = try RepairedText.line(&fields, "name", in: pointer(), &notes)
    let start = try serviceDay(&fields, "valid_start")
    let end = try serviceDay(&fields, "valid_end")
    let rule = try rule(of: &fields, week)
    if try fields.flag("promote_to_main") == true, let start {
      return Layer(.weekly, name: name, from: start, rule).map { ($0, true) }
    }
    guard let start, let end else {
      notes.add(.hours, at: pointer(), "a special schedule that lacks its start or end never applies")
      return nil
    }
    guard let layer = Layer(.special, name: name, from: start, to: end, rule) else {
      notes.add(.hours, at: pointer(), "a special schedule that ends on \(end), before it starts on \(start), never applies")
      return nil
    }
    return (layer, false)
  }

  /// Reads `valid_start` or `valid_end` as a service day.
  private func serviceDay(_ schedule: inout JSONFields, _ key: StaticString) throws(JSONFieldError) -> LocalDate? {
    guard let value = schedule.member(key), !value.isNull else { return nil }
    guard let text = value.string else { throw value.fault(.type, "expected a date or a time, found \(value.kind)") }
    if text.isEmpty { return nil }
    if let date = LocalDate(text) { return date }
    guard let moment = LocalDateTime(text) else { throw value.fault(.time, "expected a date or an RFC 3339 time") }
    return moment.statedDate(in: zone)
  }

  /// Reads the rows of a schedule as a week.
  private func week(
    of schedule: inout JSONFields, at pointer: @autoclosure () -> String, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> WeekPlan {
    var week = WeekHours()
    var remarks: [(row: Int, text: String)] = []
    var list = try schedule.array("open_times")?.elements
    // `twenty_four_hours` overrides the rows, but they must be valid.
    var times = RecordNotes()
    while let row = list?.next() {
      let count = list?.index ?? 1
      guard count <= Self.maximumRows else { throw schedule.value.fault(.value, "more than \(Self.maximumRows) rows of hours") }
      // Each row may be compared with all others.
      try notes.checkTime(before: 1 + count / 64)
      if let remark = try OpenTime(row, &times).add(to: &week, row) { remarks.append((count - 1, remark)) }
    }
    if try schedule.flag("twenty_four_hours") == true { return WeekPlan() }
    notes.add(times)
    for (row, text) in remarks { notes.add(.hours, at: "\(pointer())/open_times/\(row)", text) }
    return week.plan(noting: &notes, at: "\(pointer())/open_times")
  }

  private func rule(of schedule: inout JSONFields, _ week: WeekPlan) throws(JSONFieldError) -> Layer.Rule {
    try schedule.flag("twenty_four_hours") == true ? .always : .week(week)
  }
}
