public import CampusCatalog
import OpeningHours

/// A table of a relational export: its columns, and the rows that an entry has in it.
///
/// CSV files and databases have the same tables. In CSV, each row also has its origin.
public enum ExportTable: String, Sendable, Hashable, CaseIterable {
  case places, hours, events, occurrences, alerts, quotes, menus, dishes

  package typealias Cell = TableCell
  package typealias Column = TableColumn

  /// The kind of the entries that the table has.
  public var kind: Entry.Kind {
    switch self {
    case .places, .hours: .place
    case .events, .occurrences: .event
    case .alerts: .alert
    case .quotes: .quote
    case .menus, .dishes: .menu
    }
  }

  package var columns: [Column] {
    switch self {
    case .hours: Self.hoursColumns
    case .occurrences: Self.occurrenceColumns
    case .dishes: Self.dishColumns
    case .places, .events, .alerts, .quotes, .menus: (Self.entryColumns[self] ?? []).map(\.column)
    }
  }

  /// Whether an entry may have several rows, or none.
  var isList: Bool { self == .hours || self == .occurrences || self == .dishes }

  /// Returns the rows of an entry; none if the table has none for its kind.
  package func rows(of entry: Entry, _ header: ExportHeader) -> [[Cell]] {
    guard entry.kind == kind else { return [] }
    if self == .hours { return hours(of: entry) }
    if self == .occurrences { return occurrences(of: entry) }
    let zone = header.campus(entry.campus)?.timeZone
    if self == .dishes { return Self.dishes(of: entry, zone) }
    return [(Self.entryColumns[self] ?? []).map { $0.cell(entry, zone) }]
  }

  // MARK: - Tables with one row for each entry

  private static let entryColumns = Dictionary(
    uniqueKeysWithValues: allCases.filter { !$0.isList }.map { ($0, columns(of: $0.kind)) })

  static let key = [
    EntryColumn("id", "the id of the entry, campus/feed/record", isRequired: true) { .text($0.id.description) },
    EntryColumn("campus", "the id of the campus", isRequired: true) { .text($0.campus.description) },
  ]

  /// Returns the columns for the fields of a kind: common columns come last.
  private static func columns(of kind: Entry.Kind) -> [EntryColumn] {
    let last: [Entry.Field] = [.description, .notice, .tags, .labels]
    // The columns for the location, the links, the hours and newer fields follow all others.
    let wide: [Entry.Field] = [.location, .contact, .links, .images, .hours]
    let newer: [Entry.Field] = [.access, .partOf, .status, .endUnknown, .organizer, .cost, .audience, .online]
    let first = kind.fields.filter { !last.contains($0) && !wide.contains($0) && !newer.contains($0) }
    func columns(of fields: [Entry.Field]) -> [EntryColumn] { fields.flatMap(\.info.columns) }
    let more = columns(of: newer.filter(kind.fields.contains))
    let middle: [EntryColumn] =
      switch kind {
      case .place: columns(of: [.location, .contact]) + pages + columns(of: [.hours]) + [room] + more
      case .event: columns(of: [.location]) + [room] + columns(of: [.hours]) + more + registration
      case .alert, .quote, .menu: []
      }
    return key + columns(of: first) + middle + columns(of: last) + [
      EntryColumn("website", "the web page") { Cell($0.page(.website)) },
      EntryColumn("aliases", "other ids of the entry, one on each line") { Cell(lines: $0.aliases.map(\.description)) },
      EntryColumn("time_zone", "the zone of the times (IANA)", inZone: { Cell(($0.hours?.zone ?? $1)?.name) }),
    ]
  }

  private static let pages = [
    EntryColumn("menu", "the page with the menu") { Cell($0.page(.menu)) },
    EntryColumn("order", "the page for orders") { Cell($0.page(.order)) },
    EntryColumn("photo", "the address of a picture") { entry in Cell(entry.images.first { $0.role == .photo }?.href.description) },
  ]

  private static let room = EntryColumn("room", "the room in the building") { Cell($0.location?.room) }

  private static let registration = [
    EntryColumn("registration", "the page for registering") { Cell($0.page(.registration)) }
  ]

  // MARK: - Hours

  private static let hoursColumns =
    (key + Entry.Field.name.info.columns).map(\.column) + [
      Column("from_date", "the first service day; none if there is no beginning"),
      Column("to_date", "the last service day, inclusive; none if there is no end"),
      Column("weekday", "the weekday; none if the row is for all", .choice(Weekday.allCases.map { "\($0.code)" })),
      Column("state", "what is known of these days", .choice(["open", "closed", "unknown"]), isRequired: true),
      Column("opens", "local time"), Column("closes", "local time of the service day: 26:00 is 02:00 of the next date"),
      Column("opens_minutes", "opens, in minutes since the service day began", .integer),
      Column("closes_minutes", "closes, in the same minutes: at most 2880", .integer),
      Column("label", "the service, such as Lunch"),
      Column("level", "the strength of the layer", .choice(Layer.Level.allCases.map { "\($0.name)" })),
      Column("layer", "the feed's name for these hours"), Column("time_zone", "the zone of the times (IANA)"),
    ]

  /// Returns a row for each service, each closed and each unknown day. The rows of a service day are those whose dates include it and whose
  /// weekday is the day's.
  private func hours(of entry: Entry) -> [[Cell]] {
    let start: [Cell] = [.text(entry.id.description), .text(entry.campus.description), Cell(entry.name)]
    guard let hours = entry.hours, !hours.layers.isEmpty else {
      return [start + [.empty, .empty, .empty] + services("unknown") + [.empty, .empty, Cell(entry.hours?.zone.name)]]
    }
    var rows: [[Cell]] = []
    let zone = Cell.text(hours.zone.name)
    for period in hours.periods {
      let layer = period.layer.map { hours.layers[$0] }
      let end = [Cell(layer.map { "\($0.level.name)" }), Cell(layer?.name), zone]
      func add(_ from: LocalDate?, _ to: LocalDate?, _ weekday: Weekday?, _ plan: DayPlan) {
        let dates = start + [Cell(from?.description), Cell(to?.description), Cell(weekday.map { "\($0.code)" })]
        switch plan {
        case .unknown: rows.append(dates + services("unknown") + end)
        case .services(let services) where services.isEmpty: rows.append(dates + self.services("closed") + end)
        case .services(let services): for service in services { rows.append(dates + self.services("open", service) + end) }
        }
      }
      switch layer?.rule {
      case nil: add(period.from, period.to, nil, .unknown)
      case .days(let days):
        for day in days where period.contains(day.date) { add(day.date, day.date, day.date.weekday, day.plan) }
      case .always, .week:
        for weekday in period.weekdays { add(period.from, period.to, weekday, layer?.plan(of: weekday) ?? .closed) }
      }
    }
    return rows
  }

  // MARK: - Occurrences

  private static let occurrenceColumns =
    (key + Entry.Field.name.info.columns).map(\.column) + [
      Column("from_date", "the first day"), Column("to_date", "the last day, inclusive; none if there is no end"),
      Column("weekday", "the weekday", .choice(Weekday.allCases.map { "\($0.code)" })),
      Column("starts", "local time; none if the times of the day are not known"),
      Column("ends", "local time of the day on which it starts: 26:00 is 02:00 of the next date"),
      Column("starts_minutes", "starts, in minutes since the day began", .integer),
      Column("ends_minutes", "ends, in the same minutes: at most 2880", .integer),
      Column("label", "the feed's name for these times"), Column("time_zone", "the zone of the times (IANA)", isRequired: true),
    ]

  /// Returns a row for each service of an event, and for each day on which its times are not known: it takes place on the days whose dates and
  /// weekday are those of the row.
  private func occurrences(of entry: Entry) -> [[Cell]] {
    // A day that no layer decides has no occurrence.
    let rows = self.hours(of: entry).filter { $0[6] == .text("open") || $0[6] == .text("unknown") && $0[12] != .empty }
    return rows.map { Array($0[...5] + $0[7...11] + $0[14...]) }
  }

  // MARK: - Parts of rows

  /// Returns the cells from `state` to `label`.
  private func services(_ state: String, _ service: Service? = nil) -> [Cell] {
    [
      .text(state), Cell(service?.opens.description), Cell(service?.closes.description), Cell(service.map { Int($0.opens.minutes) }),
      Cell(service.map { Int($0.closes.minutes) }), Cell(service?.label),
    ]
  }
}

extension Schedule.Period {
  /// The weekdays that occur in the period, Monday first.
  var weekdays: [Weekday] {
    guard let from, let to, to.daysSinceEpoch - from.daysSinceEpoch < 6 else { return Weekday.allCases }
    let days = Set((from.daysSinceEpoch...to.daysSinceEpoch).compactMap { LocalDate(daysSinceEpoch: Int($0))?.weekday })
    return Weekday.allCases.filter(days.contains)
  }
}

extension Layer {
  /// Returns the plan of a weekday; nil for a layer of individual dates.
  func plan(of weekday: Weekday) -> DayPlan? {
    switch rule {
    case .week(let week): week[weekday]
    case .always: Service(opens: .midnight, closes: .endOfDay).map { DayPlan([$0]) }
    case .days: nil
    }
  }
}
