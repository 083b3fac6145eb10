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

  /// The hours that a row states for a weekday, while it is valid.
  private struct Row {
    let day: Weekday
    let service: Service
  }

  private struct Validity: Hashable {
    let from: LocalDate?
    let to: LocalDate?

    func covers(_ date: LocalDate) -> Bool { date >= from ?? date && date <= to ?? date }
  }

  func layers(
    in scope: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes, isOfDates: (borrowing Scope) throws(JSONFieldError) -> Bool
  ) throws(JSONFieldError) -> [Layer]? {
    var rows: [Validity: [Row]] = [:]
    var dated: [(dates: ClosedRange<LocalDate>, plan: DayPlan)] = []
    let isListed = try each.forEach(in: scope) { (row) throws(JSONFieldError) in
      if try isOfDates(row) { return }
      guard let days = try day.days(in: row, &notes) else { throw row.value.fault(.missing, "the weekday is missing") }
      let isAlways = always.hold(in: row)
      let last = isAlways ? nil : lastDay
      let nights = try last.map { (rule) throws(JSONFieldError) in try Self.nights(days, rule.days(in: row, &notes), row.value) }
      let services = try self.services(of: row, zone, endsNextDay: nights == 1, &notes)
      switch days {
      case .dates(let dates): dated.append((dates, DayPlan(services)))
      case .weekdays(let days):
        let validity = Validity(from: try from?.date(in: row, zone, &notes), to: try to?.date(in: row, zone, &notes))
        let added = nights.map { spread(services, from: days[0], $0, row.value, &notes) }
        rows[validity, default: []] += added ?? days.flatMap { day in services.map { Row(day: day, service: $0) } }
      }
    }
    guard isListed else { return nil }
    let layers = Self.layers(of: rows) + Self.layers(of: dated)
    return layers.isEmpty ? nil : layers
  }

  private func services(
    of row: borrowing Scope, _ zone: Zone, endsNextDay: Bool, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> [Service] {
    if always.hold(in: row) { return [.wholeDay] }
    guard let services else { return try self.service(of: row, zone, endsNextDay: endsNextDay, &notes) }
    guard var list = try services.rows(in: row) else { return [] }
    var found: [Service] = []
    while let item = list.next() { found += try service(of: row.inner(item, key: list.key), zone, endsNextDay: endsNextDay, &notes) }
    return found
  }

  private func service(
    of row: borrowing Scope, _ zone: Zone, endsNextDay: Bool, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> [Service] {
    switch hours {
    case .service(let rule):
      guard case .service(let service, _) = try rule.read(in: row, zone, endsNextDay: endsNextDay, &notes) else { return [] }
      return [service]
    case .text(let rule):
      let text = try rule.line(in: row, &notes) ?? ""
      try notes.checkTime(before: text.utf8.count)
      switch WeekText.day(text) {
      case .services(let services): return services
      case .impossible: throw row.value.fault(.time, "no such time of day")
      case .unreadable: throw row.value.fault(.time, "not readable as hours: \"\(text.prefix(60))\"")
      }
    }
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

  /// Returns the rows of services that end some nights later. A row of more than 24 hours means the same times on each of its days, unless
  /// such rows are continuous.
  private func spread(
    _ services: [Service], from day: Weekday, _ nights: Int, _ value: JSONValue, _ notes: inout RecordNotes
  ) -> [Row] {
    services.flatMap { service -> [Row] in
      let isOverMidnight = service.closes.minutes >= 1440
      if nights == 0 || nights == 1 && isOverMidnight { return [Row(day: day, service: service)] }
      let days = (0...nights).compactMap { Weekday(rawValue: (day.rawValue + $0) % 7) }
      if isContinuous { return Self.pieces(of: service, on: days) }
      notes.add(.hours, at: value.pointer, "longer than 24 hours: read as the same times on each of its days")
      return days.map { Row(day: $0, service: service) }
    }
  }

  /// Returns an opening over several days in one piece for each day.
  private static func pieces(of service: Service, on days: [Weekday]) -> [Row] {
    let end = service.closes.minutes >= 1440 ? service.closes.minutes - 1440 : service.closes.minutes
    return days.enumerated().compactMap { index, day in
      guard let opens = LocalTime(minutes: index == 0 ? Int(service.opens.minutes) : 0),
        let closes = LocalTime(minutes: index == days.count - 1 ? Int(end) : 1440)
      else { return nil }
      return Service(opens: opens, closes: closes, label: service.label).map { Row(day: day, service: $0) }
    }
  }

  /// Returns the weeks of rows that are valid at different times. Where their validity overlaps, they apply together.
  private static func layers(of rows: [Validity: [Row]]) -> [Layer] {
    if rows.count == 1, let (validity, rows) = rows.first {
      return Layer(.weekly, from: validity.from, to: validity.to, .week(week(of: rows))).map { [$0] } ?? []
    }
    // Between two neighboring dates of this list, the same rows are valid.
    let starts = Set(rows.keys.flatMap { [$0.from, $0.to?.adding(days: 1)].compactMap { $0 } }).sorted()
    let segments = zip([nil] + starts.map(Optional.some), starts.map { $0.adding(days: -1) } + [nil])
    var layers: [Layer] = []
    for (from, to) in segments {
      guard let date = from ?? to else { continue }
      let valid = rows.filter { $0.key.covers(date) && (from != nil || $0.key.from == nil) && (to != nil || $0.key.to == nil) }
      if !valid.isEmpty, let layer = Layer(.weekly, from: from, to: to, .week(week(of: valid.values.flatMap { $0 }))) {
        layers.append(layer)
      }
    }
    return layers
  }

  private static func week(of rows: [Row]) -> WeekPlan {
    var week = WeekHours()
    for row in rows { week.add(row.service, on: row.day) }
    return week.plan
  }

  /// Returns the layers of ranges of dates, the narrowest last, so that it is the strongest.
  private static func layers(of dated: [(dates: ClosedRange<LocalDate>, plan: DayPlan)]) -> [Layer] {
    let plans = Dictionary(grouping: dated) { $0.dates }.mapValues { DayPlan($0.flatMap { Array($0.plan.services) }) }
    let layers = plans.compactMap { dates, plan in
      let week = WeekPlan(Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, plan) }))
      return Layer(.special, from: dates.lowerBound, to: dates.upperBound, .week(week))
    }
    return layers.narrowestLast()
  }
}
