/// A table of a relational export: its columns, and the rows that an entry has in it.
///
/// CSV files and databases have the same tables. In CSV, each row also says where it comes from.
public enum ExportTable: String, Sendable, Hashable, CaseIterable {
  case places, hours, events, alerts, quotes

  /// The value of one cell.
  package enum Cell: Sendable, Hashable {
    case text(String)
    case integer(Int)
    case real(Double)
    case boolean(Bool)
    case empty

    package init(_ text: String?) { self = text.map { .text($0) } ?? .empty }
    package init(_ flag: Bool?) { self = flag.map { .boolean($0) } ?? .empty }
    package init(_ number: Double?) { self = number.map { .real($0) } ?? .empty }
    package init(_ number: Int?) { self = number.map { .integer($0) } ?? .empty }
  }

  /// The type of the cells of a column.
  package enum CellType: Sendable {
    case text, integer, real, boolean
    /// One of these texts.
    case choice([String])
  }

  package struct Column: Sendable {
    package let name: String
    package let type: CellType
    /// What the column has, as a phrase.
    package let about: String
    /// Whether every row has a value.
    package let isRequired: Bool

    package init(_ name: String, _ about: String, _ type: CellType = .text, isRequired: Bool = false) {
      (self.name, self.type, self.about, self.isRequired) = (name, type, about, isRequired)
    }
  }

  /// The kind of the entries that the table has.
  public var kind: Entry.Kind {
    switch self {
    case .places, .hours: .place
    case .events: .event
    case .alerts: .alert
    case .quotes: .quote
    }
  }

  package var columns: [Column] {
    let key = [
      Column("id", "the id of the entry, campus/feed/record", isRequired: true),
      Column("campus", "the id of the campus", isRequired: true),
    ]
    let first = key + [Column("name", "the name", isRequired: true)]
    let shared = [
      Column("description", "the description"), Column("notice", "the feed's short note"),
      Column("tags", "the feed's words, one on each line"),
      Column("labels", "the feed's labels, one on each line"), Column("website", "the web page"),
      Column("aliases", "other ids of the entry, one on each line"), Column("time_zone", "the zone of the times (IANA)"),
    ]
    switch self {
    case .places:
      return first + [
        Column("category", "the category", .choice(Category.allCases.map(\.rawValue)), isRequired: true),
        Column("category_label", "the feed's own word for it"), Column("building", "the building"),
        Column("abbreviation", "the short name of the building"), Column("address", "the address on one line"),
        Column("region", "the part of the campus"), Column("on_campus", "whether the place is on campus", .boolean),
        Column("latitude", "degrees north, WGS 84", .real), Column("longitude", "degrees east, WGS 84", .real),
        Column("phone", "the telephone number"), Column("email", "the email address"), Column("menu", "the page with the menu"),
        Column("order", "the page for orders"), Column("photo", "the address of a picture"),
        Column("hours", "whether any hours are known", .choice(["known", "unknown"]), isRequired: true),
        Column("opening_hours", "the hours as OpenStreetMap writes them, if it can express them"),
      ] + shared
    case .hours:
      return first + [
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
    case .events:
      return first + [
        Column("start_date", "the first day", isRequired: true), Column("end_date", "the last day, inclusive", isRequired: true),
        Column("city", "the city"),
        Column("state", "the state or region, as the feed sent it"), Column("state_code", "the two-letter code of the state"),
        Column("login_required", "whether taking part requires an account", .boolean),
      ] + shared
    case .alerts:
      return first + [
        Column("severity", "the severity", .choice(Alert.Severity.allCases.map(\.rawValue)), isRequired: true),
        Column("starts_at", "the start (RFC 3339)"), Column("ends_at", "the end (RFC 3339)"),
      ] + shared
    case .quotes:
      return key + [Column("text", "the words", isRequired: true), Column("author", "who said them")] + shared
    }
  }

  /// Returns the rows of an entry; none if the table has none for its kind.
  package func rows(of entry: Entry, _ header: ExportHeader) -> [[Cell]] {
    switch (self, entry.details) {
    case (.places, .place(let place)): [first(entry) + cells(of: place, entry) + shared(entry, header)]
    case (.hours, .place(let place)): hours(of: place, entry)
    case (.events, .event(let event)): [first(entry) + cells(of: event) + shared(entry, header)]
    case (.alerts, .alert(let alert)): [first(entry) + cells(of: alert, header.campus(entry.campus)?.timeZone) + shared(entry, header)]
    case (.quotes, .quote(let quote)): [key(entry) + [.text(quote.text), Cell(quote.author)] + shared(entry, header)]
    default: []
    }
  }

  private func key(_ entry: Entry) -> [Cell] { [.text(entry.id.description), .text(entry.campus.description)] }

  private func first(_ entry: Entry) -> [Cell] { key(entry) + [Cell(entry.name)] }

  private func shared(_ entry: Entry, _ header: ExportHeader) -> [Cell] {
    [
      Cell(entry.description), Cell(entry.notice), list(entry.tags), list(entry.labels), Cell(entry.page(.website)),
      list(entry.aliases.map(\.description)), Cell((entry.place?.hours?.zone ?? header.campus(entry.campus)?.timeZone)?.name),
    ]
  }

  private func list(_ texts: [String]) -> Cell { texts.isEmpty ? .empty : .text(texts.joined(separator: "\n")) }

  private func cells(of place: Place, _ entry: Entry) -> [Cell] {
    let location = place.location
    return [
      .text(place.category.rawValue), Cell(place.categoryLabel), Cell(location.building), Cell(location.abbreviation),
      Cell(location.address),
      Cell(location.region), Cell(location.onCampus), Cell(location.coordinate?.latitude), Cell(location.coordinate?.longitude),
      Cell(place.contact.phone), Cell(place.contact.email), Cell(entry.page(.menu)), Cell(entry.page(.order)),
      Cell(entry.images.first { $0.role == .photo }?.href.description),
      .text(place.hours?.layers.isEmpty ?? true ? "unknown" : "known"), Cell(place.hours?.portableOSM),
    ]
  }

  private func cells(of event: Event) -> [Cell] {
    [
      .text(event.startDate.description), .text(event.endDate.description), Cell(event.venue?.city), Cell(event.venue?.state),
      Cell(event.venue?.stateCode), Cell(event.loginRequired),
    ]
  }

  private func cells(of alert: Alert, _ zone: Zone?) -> [Cell] {
    func time(_ instant: Instant?) -> Cell { Cell(instant.map { zone?.text($0) ?? $0.description }) }
    return [.text(alert.severity.rawValue), time(alert.startsAt), time(alert.endsAt)]
  }

  /// Returns a row for each service, each closed and each unknown day. The rows of a service day are those whose dates include it and whose
  /// weekday is that of the day.
  private func hours(of place: Place, _ entry: Entry) -> [[Cell]] {
    let start = first(entry)
    guard let hours = place.hours, !hours.layers.isEmpty else {
      return [start + [.empty, .empty, .empty] + services("unknown") + [.empty, .empty, Cell(place.hours?.zone.name)]]
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
