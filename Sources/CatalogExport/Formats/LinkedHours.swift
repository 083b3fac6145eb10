import CampusCatalog
import OpeningHours
import SimdJSON

/// The hours of a place as schema.org has them: regular hours by weekday, and special hours, which replace them on their dates.
///
/// Both are valid between dates. Nothing is valid on a date that is unknown; a weekday that valid regular hours do not name is closed. As in
/// Google's documentation, hours that close before they open close on the next day, 00:00 to 23:59 is the whole day, and 00:00 to 00:00 is
/// closed.
///
/// A week with unknown days is written as the known days of the coming weeks. Hours that replace those of a date also have the end of a night
/// that lasts into it, so that they do not cut it short.
struct LinkedHours {
  /// The number of days among which known ones are used if other days of their week are unknown.
  private static let days = 28

  private(set) var regular: [Specification] = []
  private(set) var special: [Specification] = []

  /// An `OpeningHoursSpecification`.
  struct Specification {
    var weekdays: [Weekday]
    let opens: String
    let closes: String
    let label: String?
    let from: LocalDate?
    let to: LocalDate?
    /// The feed's name for the hours.
    let name: String?

    func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("@type", "OpeningHoursSpecification")
      writer.member("name", label)
      writer.member("description", name)
      writer.member("dayOfWeek", weekdays.map { "https://schema.org/\($0.name)" })
      writer.member("opens", opens)
      writer.member("closes", closes)
      writer.member("validFrom", from)
      writer.member("validThrough", to)
      writer.endObject()
    }
  }

  /// Unknown hours.
  init() { schedule = nil }

  private let schedule: Schedule?

  /// - Parameter today: the first of the coming days, for weeks with unknown days.
  init(of hours: Schedule, from today: LocalDate) {
    schedule = hours
    // The regular hours that the current period continues, if it has any.
    var current: (layer: Int, from: LocalDate?, to: LocalDate?)?
    func endCurrent() {
      if let current { add(hours.layers[current.layer], from: current.from, to: current.to, isSpecial: false) }
      current = nil
    }
    for period in hours.periods {
      guard let index = period.layer, !hours.layers[index].hasUnknownDays(in: period) else {
        endCurrent()
        if let index = period.layer { addKnownDays(of: hours.layers[index], period, from: today) }
        continue
      }
      let layer = hours.layers[index]
      if layer.level > .term {
        // Special hours replace regular ones, so those go on after them.
        if case .days = layer.rule { addDates(of: layer, period) } else { addSpecial(layer, from: period.from, to: period.to) }
      } else if case .days = layer.rule {
        endCurrent()
        addDates(of: layer, period)
      } else if current?.layer == index {
        current?.to = period.to
      } else {
        endCurrent()
        current = (index, period.from, period.to)
      }
    }
    endCurrent()
  }

  /// Adds the known dates of a layer that has individual dates; nothing for another one.
  private mutating func addDates(of layer: Layer, _ period: Schedule.Period) {
    guard case .days(let days) = layer.rule else { return }
    for day in days where period.contains(day.date) { addDate(day.date, day.plan, of: layer) }
  }

  /// Adds the hours of one date; nothing if they are unknown.
  private mutating func addDate(_ date: LocalDate, _ plan: DayPlan, of layer: Layer) {
    if plan == .unknown { return }
    let isSpecial = layer.level > .term
    // Regular hours of a date do not replace others.
    let replaces = isSpecial || plan.services.isEmpty
    let before = replaces ? date.adding(days: -1).flatMap { schedule?.plan(on: $0) } : nil
    for service in Self.services(of: plan, after: before ?? .unknown) {
      add(Specification(service, [date.weekday], from: date, to: date, name: layer.name), isSpecial: isSpecial)
    }
  }

  /// Adds the known days of a layer with unknown ones: its dates, or the coming ones of a week.
  private mutating func addKnownDays(of layer: Layer, _ period: Schedule.Period, from today: LocalDate) {
    if case .days = layer.rule { return addDates(of: layer, period) }
    for date in (0..<Self.days).compactMap({ today.adding(days: $0) }) where period.contains(date) {
      addDate(date, layer.plan(of: date.weekday) ?? .closed, of: layer)
    }
  }

  /// Adds a week of special hours. Its first day may follow a night of other hours, so it may differ from the same weekday later.
  private mutating func addSpecial(_ layer: Layer, from: LocalDate?, to: LocalDate?) {
    guard let from, let before = from.adding(days: -1), let plan = layer.plan(of: from.weekday),
      let night = schedule?.plan(on: before).servicesAfterMidnight, night != layer.plan(of: before.weekday)?.servicesAfterMidnight
    else { return add(layer, from: from, to: to, isSpecial: true) }
    addDate(from, plan, of: layer)
    if let next = from.adding(days: 1), next <= to ?? .last { add(layer, from: next, to: to, isSpecial: true) }
  }

  /// Adds a week: one specification for each service, with its weekdays. Closed weekdays of regular hours have none, unless all are closed.
  private mutating func add(_ layer: Layer, from: LocalDate?, to: LocalDate?, isSpecial: Bool) {
    var services: [Service?] = []
    var weekdays: [[Weekday]] = []
    for weekday in Schedule.Period(from: from, to: to, layer: nil).weekdays {
      let before = isSpecial ? Weekday(rawValue: (weekday.rawValue + 6) % 7).flatMap(layer.plan) : nil
      for service in Self.services(of: layer.plan(of: weekday) ?? .closed, after: before ?? .unknown) {
        if let index = services.firstIndex(of: service) {
          weekdays[index].append(weekday)
        } else {
          services.append(service)
          weekdays.append([weekday])
        }
      }
    }
    for (service, weekdays) in zip(services, weekdays) where isSpecial || service != nil || services == [nil] {
      add(Specification(service, weekdays, from: from, to: to, name: layer.name), isSpecial: isSpecial)
    }
  }

  /// Returns the services of a day, after the end of the night before it; nil in their place for a closed day.
  private static func services(of plan: DayPlan, after before: DayPlan) -> [Service?] {
    let services = before.servicesAfterMidnight + plan.services
    return services.isEmpty ? [nil] : services.map { $0 }
  }

  private mutating func add(_ specification: Specification, isSpecial: Bool) {
    if isSpecial { special.append(specification) } else { regular.append(specification) }
  }
}

extension LinkedHours.Specification {
  /// - Parameter service: nil for closed.
  fileprivate init(_ service: Service?, _ weekdays: [Weekday], from: LocalDate?, to: LocalDate?, name: String?) {
    let opens = Int(service?.opens.minutes ?? 0)
    var closes = Int(service?.closes.minutes ?? 0)
    // A day cannot be longer than a minute less than 24 hours: equal times mean closed.
    if service != nil, closes - opens == 1440 { closes -= 1 }
    self.init(
      weekdays: weekdays, opens: Self.clock(opens), closes: Self.clock(closes % 1440), label: service?.label, from: from, to: to, name: name
    )
  }

  private static func clock(_ minutes: Int) -> String { LocalTime(minutes: minutes)?.description ?? "00:00" }
}

extension DayPlan {
  /// The parts of the services that are on the next date.
  fileprivate var servicesAfterMidnight: [Service] {
    services.filter { $0.closes > .endOfDay }.compactMap { service in
      guard let opens = LocalTime(minutes: max(Int(service.opens.minutes) - 1440, 0)),
        let closes = LocalTime(minutes: Int(service.closes.minutes) - 1440)
      else { return nil }
      return Service(opens: opens, closes: closes, label: service.label)
    }
  }
}

extension Layer {
  /// Whether the hours of some days of a period are unknown.
  fileprivate func hasUnknownDays(in period: Schedule.Period) -> Bool {
    switch rule {
    case .always: false
    case .week: period.weekdays.contains { plan(of: $0) == .unknown }
    case .days(let days): days.contains { $0.plan == .unknown && period.contains($0.date) }
    }
  }
}
