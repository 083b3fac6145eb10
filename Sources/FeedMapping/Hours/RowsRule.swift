import FeedKit

/// A rule for rows that each state the hours of one or more weekdays.
struct RowsRule: Sendable {
  let each: RowsPath
  /// Conditions under which a row is read as if it did not exist.
  private let drop: Conditions
  let day: WeekdayRule
  /// The weekday on which the row ends, in feeds that state it.
  private let lastDay: WeekdayRule?
  private let services: JSONPath?
  private let hours: Hours
  private let from: DateRule?
  private let to: DateRule?
  private let always: Conditions
  /// Whether a row of more than 24 hours means that the place does not close in between.
  private let isContinuous: Bool
  /// Whether a weekday without a row is unknown.
  private let isUnknownElse: Bool

  private enum Hours: Sendable {
    case service(ServiceRule)
    case text(TextRule)
  }

  init(reading value: JSONValue, _ style: HoursStyle) throws(JSONFieldError) {
    try value.expectOnly(
      ["each", "drop", "day", "lastDay", "services", "text", "from", "to", "always", "continuous", "else"] + ServiceRule.keys)
    each = try value.required("each", RowsPath.init(reading:))
    drop = try Conditions(reading: value["drop"])
    day = try value.required("day", WeekdayRule.init(reading:))
    lastDay = try value.optional("lastDay", WeekdayRule.init(reading:))
    services = try value.path("services")
    if let text = value["text"] {
      guard value["opens"] == nil, value["closes"] == nil else {
        throw text.fault(.value, "a row has either \"text\", or \"opens\" and \"closes\"")
      }
      hours = .text(try TextRule(reading: text))
    } else {
      hours = .service(try ServiceRule(reading: value, style))
    }
    from = try value.optional("from", DateRule.init(reading:))
    to = try value.optional("to", DateRule.init(reading:))
    always = try Conditions(reading: value["always"])
    isContinuous = try value.flag("continuous") ?? false
    isUnknownElse = try value.parsed("else", "\"closed\" or \"unknown\"") { ["closed": false, "unknown": true][$0] } ?? false
    if isContinuous, lastDay == nil { throw value.fault(.missing, "\"continuous\" rows have a \"lastDay\"") }
  }

  func layers(
    in scope: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes, isOfDates: (borrowing Scope) throws(JSONFieldError) -> Bool
  ) throws(JSONFieldError) -> [Layer]? {
    // One validity for each day of a year, and one for each row about dates.
    var rows = WeekRows(maximumValidities: 366)
    var dated = WeekRows(maximumValidities: RowsPath.maximumRows)
    let isListed = try each.forEach(in: scope) { (row) throws(JSONFieldError) in
      if drop.hold(in: row) { return }
      if try isOfDates(row) { return }
      let isAlways = always.hold(in: row)
      let weekdays: [Weekday]
      var nights: Int?
      switch try days(of: row, isAlways: isAlways, &notes) {
      case .dates(let dates):
        return try dated.add(statementsOfDates(in: row, isAlways: isAlways, zone, &notes), dates, at: row.value)
      case .unreadable(let first): return try rows.add([.unknown(first), .unknownDay], validity(of: row, zone, &notes), at: row.value)
      case .weekdays(let days, let number): (weekdays, nights) = (days, number)
      }
      var found = isAlways ? Found(services: [.wholeDay]) : try self.found(in: row, zone, endsNextDay: nights == 1, &notes)
      if found.isAbsent, isUnknownElse {
        notes.add(.hoursUnknown, at: row.value.pointer, "has no times")
        found.isUnknown = true
      }
      if weekdays.isEmpty {
        notes.add(.hoursUnknown, at: row.value.pointer, "names no weekday")
        return try rows.add([.unknownDay], validity(of: row, zone, &notes), at: row.value)
      }
      let statements = statementsOfRow(found, weekdays, nights, row.value, &notes)
      try rows.add(statements + (isUnknownElse ? [.unknownDay] : []), validity(of: row, zone, &notes), at: row.value)
    }
    guard isListed else { return nil }
    let layers = try rows.layers(.weekly, &notes) + dated.layers(.special, &notes)
    return layers.isEmpty ? nil : layers
  }

  /// Returns the dates on which a row is valid; nil if there are none, because they end before they begin.
  private func validity(
    of row: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> ClosedRange<LocalDate>? {
    let first = try from?.date(in: row, zone, &notes) ?? .first
    let last = try to?.date(in: row, zone, &notes) ?? .last
    return first <= last ? first...last : nil
  }

  // MARK: - Days

  private enum Days {
    /// - Parameter nights: the number of nights from the weekday to the last one; nil if there is no last one.
    case weekdays([Weekday], nights: Int?)
    case dates(ClosedRange<LocalDate>)
    /// The days cannot be read, except that it begins on some weekdays.
    case unreadable(first: [Weekday])
  }

  /// Returns the days of a row, with a note if they cannot be read.
  private func days(of row: borrowing Scope, isAlways: Bool, _ notes: inout RecordNotes) throws(JSONFieldError) -> Days {
    var first: [Weekday] = []
    do throws(JSONFieldError) {
      guard let found = try day.days(in: row, &notes) else { throw row.value.fault(.time, "the weekday is missing") }
      if case .weekdays(let weekdays) = found { first = weekdays }
      let nights: Int?
      if let lastDay, !isAlways { nights = try Self.nights(found, lastDay.days(in: row, &notes), row.value) } else { nights = nil }
      switch found {
      case .weekdays(let weekdays): return .weekdays(weekdays, nights: nights)
      case .dates(let dates): return .dates(dates)
      }
    } catch {
      guard error.code == .time else { throw error }
      let times = if case .service = hours { 2 } else { 1 }
      notes.addUnreadTimes(times, at: error.pointer, error.message)
      return .unreadable(first: first)
    }
  }

  /// Returns the number of nights from one weekday to another.
  private static func nights(
    _ days: WeekdayRule.Days, _ last: WeekdayRule.Days?, _ value: JSONValue
  ) throws(JSONFieldError) -> Int {
    guard case .weekdays(let starts) = days, starts.count == 1, case .weekdays(let ends)? = last, ends.count == 1 else {
      throw value.fault(.time, "expected one weekday for the beginning, and one for the end")
    }
    return (ends[0].rawValue - starts[0].rawValue + 7) % 7
  }

  private static func noteNextDay(_ row: JSONValue, _ notes: inout RecordNotes) {
    notes.add(.hoursUnknown, at: row.pointer, "begins after midnight, on another day than the row's")
  }

  // MARK: - Hours

  /// The services of a row.
  private struct Found {
    var services: [Service] = []
    /// Services that begin on the day after the row's.
    var nextDay: [Service] = []
    /// Whether a condition marks the row as not an opening.
    var isClosed = false
    /// Whether the row states neither times nor that there are none.
    var isAbsent = false
    /// Whether some services cannot be read, and how many nights they last.
    var isUnknown = false
    var unknownNights = 0
    /// The times at which the place is closed, as the row states.
    var closures: [Service] = []
    /// Whether the row states nothing else.
    var isClosure: Bool { !closures.isEmpty && services.isEmpty && nextDay.isEmpty }
  }

  private func found(
    in row: borrowing Scope, _ zone: Zone, endsNextDay: Bool, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Found {
    var found = Found()
    guard let services else {
      try add(row, zone, endsNextDay: endsNextDay, to: &found, &notes)
      return found
    }
    guard var list = try services.rows(in: row) else { return Found(isAbsent: true) }
    while let item = list.next() { try add(row.inner(item, key: list.key), zone, endsNextDay: endsNextDay, to: &found, &notes) }
    return found
  }

  private func add(
    _ row: borrowing Scope, _ zone: Zone, endsNextDay: Bool, to found: inout Found, _ notes: inout RecordNotes
  ) throws(JSONFieldError) {
    switch hours {
    case .service(let rule):
      switch try rule.read(in: row, zone, endsNextDay: endsNextDay, &notes) {
      case .nothing: found.isAbsent = services == nil
      case .noOpening(let isClosed): found.isClosed = isClosed
      case .closure(let closure, _): found.closures.append(closure)
      case .service(let service, _, let isOnNextDay, let pause):
        if isOnNextDay { found.nextDay.append(service) } else { found.services.append(service) }
        if let pause { found.closures.append(pause) }
      case .days: found.isUnknown = true
      case .unknown(_, let nights):
        found.isUnknown = true
        found.unknownNights = max(found.unknownNights, nights)
      }
    case .text(let rule):
      switch try WeekRule.plan(try rule.line(in: row, &notes) ?? "", at: row.value.pointer, &notes) {
      case .services(let services): found.services += services
      case .unknown: found.isUnknown = true
      }
    }
  }

  /// Returns the statements of a row.
  ///
  /// - Parameter nights: the number of nights from its weekday to its last one; nil if it has no last one.
  private func statementsOfRow(
    _ found: Found, _ days: [Weekday], _ nights: Int?, _ value: JSONValue, _ notes: inout RecordNotes
  ) -> [WeekRows.Statement] {
    if found.isUnknown || nights != nil && !found.nextDay.isEmpty {
      if !found.isUnknown { Self.noteNextDay(value, &notes) }
      let count = min(max(nights ?? 0, found.unknownNights), 6)
      return [.unknown(days.flatMap { day in (0...count).map { day.adding($0) } })]
    }
    let all = nights.map { nights in (0...nights).map { days[0].adding($0) } } ?? days
    let closures = found.closures.map { WeekRows.Statement.closure($0, Self.isOneNight(nights, $0) ? days : all) }
    if found.isClosure { return closures }
    if let nights, !found.services.isEmpty { return spread(found.services, from: days[0], nights, value, &notes) + closures }
    let following = days.map { $0.adding(1) }
    let others = closures + found.nextDay.map { WeekRows.Statement.afterMidnight($0, following) }
    if found.services.isEmpty, !found.nextDay.isEmpty { return others }
    return [statement(found.services, isClosed: found.isClosed, all)] + others
  }

  /// Returns the statements of a row about dates. They have all hours of these dates, so that they replace those of a range around them.
  private func statementsOfDates(
    in row: borrowing Scope, isAlways: Bool, _ zone: Zone, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> [WeekRows.Statement] {
    let days = Weekday.allCases
    let found = isAlways ? Found(services: [.wholeDay]) : try self.found(in: row, zone, endsNextDay: false, &notes)
    guard !found.isUnknown, found.nextDay.isEmpty else {
      if !found.isUnknown { Self.noteNextDay(row.value, &notes) }
      return [.unknown(days)]
    }
    let closures = found.closures.map { WeekRows.Statement.closure($0, days) }
    if found.isClosure { return closures }
    let isBlank = found.services.isEmpty && !found.isClosed && !isComplete
    return [isBlank ? .blank(days) : .all(found.services, days)] + closures
  }

  /// Returns whether a service ends some nights later because it does so itself.
  private static func isOneNight(_ nights: Int?, _ service: Service) -> Bool { nights == 1 && service.closes >= .endOfDay }

  /// Returns the statement of a row with some services. A row with a list of services, or with a text, has all hours of its days; any other
  /// row is one opening.
  private func statement(_ services: [Service], isClosed: Bool = false, _ days: [Weekday]) -> WeekRows.Statement {
    if isClosed || isComplete { return .all(services, days) }
    return services.first.map { .opening($0, days) } ?? .blank(days)
  }

  private var isComplete: Bool { if case .text = hours { true } else { services != nil } }

  /// Returns the statements of services that end some nights later. A row of more than 24 hours means the same times on each of its days,
  /// unless such rows are continuous.
  private func spread(
    _ services: [Service], from day: Weekday, _ nights: Int, _ value: JSONValue, _ notes: inout RecordNotes
  ) -> [WeekRows.Statement] {
    let all = (0...nights).map { day.adding($0) }
    let openings = services.flatMap { service -> [(service: Service, days: [Weekday])] in
      if nights == 0 || Self.isOneNight(nights, service) { return [(service, [day])] }
      if isContinuous { return Self.pieces(of: service, on: all).map { ($0, [$1]) } }
      notes.add(.hours, at: value.pointer, "longer than 24 hours: read as the same times on each of its days")
      return [(service, all)]
    }
    guard isComplete else { return openings.map { statement([$0.service], $0.days) } }
    // The services of a list are one statement, and do not contradict each other.
    let days = openings.map(\.days)
    return days.indices.filter { days.firstIndex(of: days[$0]) == $0 }.map { first in
      statement(openings.filter { $0.days == days[first] }.map(\.service), days[first])
    }
  }

  /// Returns an opening over several days in one piece for each day.
  private static func pieces(of service: Service, on days: [Weekday]) -> [(Service, Weekday)] {
    let end = service.closes.minutes >= 1440 ? service.closes.minutes - 1440 : service.closes.minutes
    return days.enumerated().compactMap { index, day in
      guard let opens = LocalTime(minutes: index == 0 ? Int(service.opens.minutes) : 0),
        let closes = LocalTime(minutes: index == days.count - 1 ? Int(end) : 1440)
      else { return nil }
      return Service(opens: opens, closes: closes, label: service.label).map { ($0, day) }
    }
  }
}
