import FeedKit

/// A rule for rows that each state the hours of one or more weekdays.
struct RowsRule: Sendable {
  let each: RowsPath
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

  private enum Hours: Sendable {
    case service(ServiceRule)
    case text(TextRule)
  }

  init(reading value: JSONValue, _ style: HoursStyle) throws(JSONFieldError) {
    try value.expectOnly(["each", "day", "lastDay", "services", "text", "from", "to", "always", "continuous"] + ServiceRule.keys)
    each = try value.required("each", RowsPath.init(reading:))
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
    if isContinuous, lastDay == nil { throw value.fault(.missing, "\"continuous\" rows have a \"lastDay\"") }
  }

  private struct Validity: Hashable {
    let from: LocalDate?
    let to: LocalDate?

    func covers(_ date: LocalDate) -> Bool { date >= from ?? date && date <= to ?? date }
  }

  /// The hours that a row states for weekdays.
  private struct Statement {
    var days: [Weekday]
    /// The services; nil if they cannot be read.
    let services: [Service]?
    /// Whether the row only says that the place is closed at some time of these days.
    var isClosure = false
  }

  func layers(
    in scope: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes, isOfDates: (borrowing Scope) throws(JSONFieldError) -> Bool
  ) throws(JSONFieldError) -> [Layer]? {
    var statements: [Validity: [Statement]] = [:]
    var dated: [(dates: ClosedRange<LocalDate>, plan: DayPlan)] = []
    let isListed = try each.forEach(in: scope) { (row) throws(JSONFieldError) in
      if try isOfDates(row) { return }
      guard let days = try day.days(in: row, &notes) else { throw row.value.fault(.missing, "the weekday is missing") }
      let isAlways = always.hold(in: row)
      let last = isAlways ? nil : lastDay
      let nights = try last.map { (rule) throws(JSONFieldError) in try Self.nights(days, rule.days(in: row, &notes), row.value) }
      let found = isAlways ? Found(services: [.wholeDay]) : try self.found(in: row, zone, endsNextDay: nights == 1, &notes)
      switch days {
      case .dates(let dates): dated.append((dates, found.isUnknown || found.isClosure ? .unknown : DayPlan(found.services)))
      case .weekdays(let days):
        let validity = Validity(from: try from?.date(in: row, zone, &notes), to: try to?.date(in: row, zone, &notes))
        statements[validity, default: []] += statementsOfRow(found, days, nights, row.value, &notes)
      }
    }
    guard isListed else { return nil }
    let layers = layers(of: statements, &notes) + Self.layers(of: dated)
    return layers.isEmpty ? nil : layers
  }

  /// The services of a row.
  private struct Found {
    var services: [Service] = []
    /// Services that begin on the day after the row's.
    var nextDay: [Service] = []
    /// Whether some cannot be read, and how many nights they last.
    var isUnknown = false
    var unknownNights = 0
    /// Whether it says that the place is closed at some time.
    var hasClosure = false
    /// Whether it says nothing else.
    var isClosure: Bool { hasClosure && services.isEmpty && nextDay.isEmpty }
  }

  private func found(
    in row: borrowing Scope, _ zone: Zone, endsNextDay: Bool, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Found {
    var found = Found()
    guard let services else {
      try add(row, zone, endsNextDay: endsNextDay, to: &found, &notes)
      return found
    }
    guard var list = try services.rows(in: row) else { return found }
    while let item = list.next() { try add(row.inner(item, key: list.key), zone, endsNextDay: endsNextDay, to: &found, &notes) }
    return found
  }

  private func add(
    _ row: borrowing Scope, _ zone: Zone, endsNextDay: Bool, to found: inout Found, _ notes: inout RecordNotes
  ) throws(JSONFieldError) {
    switch hours {
    case .service(let rule):
      switch try rule.read(in: row, zone, endsNextDay: endsNextDay, &notes) {
      case .nothing, .noOpening: break
      case .closure: found.hasClosure = true
      case .service(let service, _, let isOnNextDay):
        if isOnNextDay { found.nextDay.append(service) } else { found.services.append(service) }
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
  ) -> [Statement] {
    if found.isUnknown || nights != nil && !found.nextDay.isEmpty {
      if !found.isUnknown { notes.add(.hoursUnknown, at: value.pointer, "begins after midnight, on another day than the row's") }
      let count = min(max(nights ?? 0, found.unknownNights), 6)
      return [Statement(days: days.flatMap { day in (0...count).map { day.adding($0) } }, services: nil)]
    }
    if found.isClosure { return [Statement(days: days, services: [], isClosure: true)] }
    if let nights { return spread(found.services, from: days[0], nights, value, &notes) }
    var statements: [Statement] = []
    if found.nextDay.isEmpty || !found.services.isEmpty { statements.append(Statement(days: days, services: found.services)) }
    if !found.nextDay.isEmpty { statements.append(Statement(days: days.map { $0.adding(1) }, services: found.nextDay)) }
    return statements
  }

  /// Returns the number of nights from one weekday to another.
  private static func nights(
    _ days: WeekdayRule.Days, _ last: WeekdayRule.Days?, _ value: JSONValue
  ) throws(JSONFieldError) -> Int {
    guard case .weekdays(let starts) = days, starts.count == 1, case .weekdays(let ends)? = last, ends.count == 1 else {
      throw value.fault(.value, "expected one weekday for the beginning, and one for the end")
    }
    return (ends[0].rawValue - starts[0].rawValue + 7) % 7
  }

  /// Returns the statements of services that end some nights later. A row of more than 24 hours means the same times on each of its days,
  /// unless such rows are continuous.
  private func spread(
    _ services: [Service], from day: Weekday, _ nights: Int, _ value: JSONValue, _ notes: inout RecordNotes
  ) -> [Statement] {
    services.flatMap { service -> [Statement] in
      let isOverMidnight = service.closes.minutes >= 1440
      if nights == 0 || nights == 1 && isOverMidnight { return [Statement(days: [day], services: [service])] }
      let days = (0...nights).map { day.adding($0) }
      if isContinuous { return Self.pieces(of: service, on: days) }
      notes.add(.hours, at: value.pointer, "longer than 24 hours: read as the same times on each of its days")
      return [Statement(days: days, services: [service])]
    }
  }

  /// Returns an opening over several days in one piece for each day.
  private static func pieces(of service: Service, on days: [Weekday]) -> [Statement] {
    let end = service.closes.minutes >= 1440 ? service.closes.minutes - 1440 : service.closes.minutes
    return days.enumerated().compactMap { index, day in
      guard let opens = LocalTime(minutes: index == 0 ? Int(service.opens.minutes) : 0),
        let closes = LocalTime(minutes: index == days.count - 1 ? Int(end) : 1440)
      else { return nil }
      return Service(opens: opens, closes: closes, label: service.label).map { Statement(days: [day], services: [$0]) }
    }
  }

  /// Returns the weeks of rows that are valid at different times. Where their validity overlaps, they apply together.
  private func layers(of statements: [Validity: [Statement]], _ notes: inout RecordNotes) -> [Layer] {
    if statements.count == 1, let (validity, statements) = statements.first {
      return Layer(.weekly, from: validity.from, to: validity.to, .week(week(of: statements, &notes))).map { [$0] } ?? []
    }
    // Between two neighboring dates of this list, the same rows are valid.
    let starts = Set(statements.keys.flatMap { [$0.from, $0.to?.adding(days: 1)].compactMap { $0 } }).sorted()
    let segments = zip([nil] + starts.map(Optional.some), starts.map { $0.adding(days: -1) } + [nil])
    var layers: [Layer] = []
    for (from, to) in segments {
      guard let date = from ?? to else { continue }
      let valid = statements.filter { $0.key.covers(date) && (from != nil || $0.key.from == nil) && (to != nil || $0.key.to == nil) }
      guard !valid.isEmpty else { continue }
      let week = week(of: valid.values.flatMap { $0 }, &notes)
      if let layer = Layer(.weekly, from: from, to: to, .week(week)) { layers.append(layer) }
    }
    return layers
  }

  /// Returns the week of rows that are valid together. A row with a list of services, or with a text, has all hours of its days; any other
  /// row is one opening.
  private func week(of statements: [Statement], _ notes: inout RecordNotes) -> WeekPlan {
    var isComplete = services != nil
    if case .text = hours { isComplete = true }
    var week = WeekStatements(areComplete: isComplete)
    for statement in statements {
      if statement.isClosure {
        week.makeUnknownUnlessOpen(statement.days)
      } else if let services = statement.services {
        week.add(services, on: statement.days)
      } else {
        week.makeUnknown(statement.days)
      }
    }
    if let note = week.contradictionNote { notes.add(.hoursUnknown, note) }
    return week.plan
  }

  /// Returns the layers of ranges of dates, the narrowest last, so that it is the strongest.
  private static func layers(of dated: [(dates: ClosedRange<LocalDate>, plan: DayPlan)]) -> [Layer] {
    let plans = Dictionary(grouping: dated) { $0.dates }.mapValues { rows -> DayPlan in
      rows.contains { $0.plan == .unknown } ? .unknown : DayPlan(rows.flatMap { Array($0.plan.services) })
    }
    let layers = plans.compactMap { dates, plan in
      let week = WeekPlan(Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, plan) }))
      return Layer(.special, from: dates.lowerBound, to: dates.upperBound, .week(week))
    }
    return layers.narrowestLast()
  }
}
