import FeedKit

/// A rule for hours that are listed by date:
///
///     {"each": "/days", "date": "/date", "services": "/dayparts", "opens": "/starttime", "closes": "/endtime"}
///
/// A date that is listed without services is closed, and one that is not listed is unknown. Without `services`, each row is a service;
/// without `date`, its times have dates.
struct DatesRule: Sendable {
  let each: JSONPath
  private let date: DateRule?
  private let services: JSONPath?
  private let service: ServiceRule
  private let closed: Conditions
  private let unknown: Conditions
  private let always: Conditions

  /// The maximum number of days. A record with more is set aside.
  private static let maximumDays = 1000

  init(reading value: JSONValue, _ style: HoursStyle) throws(JSONFieldError) {
    try value.expectOnly(["each", "date", "services", "closed", "unknown", "always"] + ServiceRule.keys)
    each = try value.requiredPath("each")
    date = try value.optional("date", DateRule.init(reading:))
    services = try value.path("services")
    service = try ServiceRule(reading: value, style)
    closed = try Conditions(reading: value["closed"])
    unknown = try Conditions(reading: value["unknown"])
    always = try Conditions(reading: value["always"])
  }

  /// Returns the layer of the listed dates; nil if there are none.
  ///
  /// - Parameter isOfWeek: returns whether a row without a date belongs to the week of the same hours.
  func layer(
    in scope: borrowing Scope, _ zone: Zone, _ notes: inout RecordNotes, isOfWeek: (borrowing Scope) throws(JSONFieldError) -> Bool
  ) throws(JSONFieldError) -> Layer? {
    guard var rows = try each.rows(in: scope) else { return nil }
    var hours = DatedHours()
    var begun: Set<LocalDate> = []
    while let row = rows.next() {
      guard rows.count <= Self.maximumDays else { throw scope.value.fault(.value, "more than \(Self.maximumDays) days") }
      let scope = scope.inner(row, key: rows.key)
      guard let date else {
        guard case .service(let service, let day) = try service.read(in: scope, zone, &notes) else { continue }
        guard let day else { throw row.fault(.time, "a time without a date; state where the \"date\" is") }
        if begun.insert(day).inserted { hours.begin(day) }
        hours.add(service, on: day)
        continue
      }
      guard let date = try date.date(in: scope, zone, &notes) else {
        if try isOfWeek(scope) { continue }
        throw row.fault(.missing, "the date is missing")
      }
      hours.begin(date)
      if closed.hold(in: scope) { continue }
      if always.hold(in: scope), let wholeDay = WeekText.wholeDay {
        hours.add(wholeDay, on: date)
        continue
      }
      var hasTimes = false
      if let services {
        guard var list = try services.rows(in: scope) else {
          if unknown.hold(in: scope) { hours.endUnknown() }
          continue
        }
        while let item = list.next() {
          _ = try addService(in: scope.inner(item, key: list.key), on: date, zone, to: &hours, &notes)
          hasTimes = true
        }
      } else {
        hasTimes = try addService(in: scope, on: date, zone, to: &hours, &notes)
      }
      if !hasTimes, unknown.hold(in: scope) {
        hours.endUnknown()
        notes.add(.hoursUnknown, at: row.pointer, "without times, and not said to be closed")
      }
    }
    return hours.schedule(zone).layers.first
  }

  /// Returns whether a row has a date.
  func hasDate(_ row: borrowing Scope, _ zone: Zone) throws(JSONFieldError) -> Bool {
    var notes = RecordNotes()
    return try date?.date(in: row, zone, &notes) != nil
  }

  /// Adds the service of a row, and returns whether the row has times or is said to be no opening.
  private func addService(
    in scope: borrowing Scope, on date: LocalDate, _ zone: Zone, to hours: inout DatedHours, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Bool {
    switch try service.read(in: scope, zone, &notes) {
    case .nothing: return false
    case .noOpening: return true
    case .service(let service, let stated):
      let day = stated ?? date
      if day != date { notes.add(.hours, at: scope.value.pointer, "begins on \(day), not on the day \(date) that lists it") }
      hours.add(service, on: day)
      return true
    }
  }
}
