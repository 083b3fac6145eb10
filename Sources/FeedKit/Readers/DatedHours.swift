public import OpeningHours

/// A builder for a schedule from hours that a feed lists by date.
///
///     var hours = DatedHours()
///     hours.begin(date)
///     hours.add(service, on: date)
///     …
///     try hours.schedule(zone, noting: &notes)
///
/// A date that is listed without services is closed, and one that is not listed is unknown. Dates and services may be added in any
/// order. Listings of the same date are equally narrow statements, which may contradict each other (`WeekHours`).
public struct DatedHours: Sendable {
  private var dates: [LocalDate] = []
  private var plans = DayPlans()
  private var isAscending = true
  private var isOpen = false
  /// The listings that, if they have no services, close their date only if nothing else is said about it.
  private var blanks: Set<Int> = []
  /// All that is said about dates besides the services of their listings.
  private var others: [(date: LocalDate, statement: HoursStatement)] = []
  private var notes: [DayNotes] = []

  public init() {
    dates.reserveCapacity(7)
    plans.reserveCapacity(days: 7, services: 24)
  }

  /// The number of dates listed.
  public var count: Int { dates.count }

  // MARK: - Building

  /// Adds a date, closed until it gets a service.
  public mutating func begin(_ date: LocalDate) {
    endDay()
    if let last = dates.last, last >= date { isAscending = false }
    dates.append(date)
    isOpen = true
  }

  /// Adds a service to a date. Under the listing of another date, it is a statement of its own: if the date itself is not listed, its other
  /// hours are not known, so it is unknown. A service of the night that follows the listed date contradicts no others.
  public mutating func add(_ service: consuming Service, on date: LocalDate) {
    if isOpen, dates.last == date { return plans.add(service) }
    let isOfNight = service.opens.minutes < 6 * 60 && dates.last?.adding(days: 1) == date
    add(isOfNight ? .afterMidnight : .opening, service, date)
  }

  /// Adds a service that begins after the midnight that ends a date. It contradicts no hours of the next day.
  package mutating func addAfterMidnight(_ service: consuming Service, of date: LocalDate) {
    if let next = date.adding(days: 1) { add(.afterMidnight, service, next) }
  }

  /// Adds a time at which the place is closed on a date (`ClosureLabel`). Without another opening, the date is unknown.
  ///
  /// - Parameter closure: the time; nil if it is not known.
  public mutating func addClosure(_ closure: Service?, on date: LocalDate) { add(.closure, closure, date) }

  /// Marks the last date listed as closed unless something else is said about it.
  package mutating func endBlank() { if isOpen { blanks.insert(dates.count - 1) } }

  /// Marks the hours of the last date listed as unknown.
  public mutating func endUnknown() {
    plans.endUnknownDay()
    isOpen = false
  }

  /// Makes a date unknown, regardless of its services, whether it is listed or not.
  public mutating func makeUnknown(_ date: LocalDate) { add(.unknown, nil, date) }

  /// Adds a remark on a date that is listed, such as why its hours are unknown.
  public mutating func addNote(_ text: String, on date: LocalDate) { notes.append(DayNotes([date: text])) }

  private mutating func add(_ kind: HoursStatement.Kind, _ service: Service?, _ date: LocalDate) {
    endBlank()
    let statement = HoursStatement(kind: kind, days: Self.dated, number: -Int32(truncatingIfNeeded: others.count + 1), service: service)
    others.append((date, statement))
  }

  private mutating func endDay() {
    if isOpen { plans.endDay() }
    isOpen = false
  }

  // MARK: - Reading

  /// Returns a schedule with one special layer of the dates, or without layers if no date was listed, and adds a note on contradictions.
  /// Spans that the feed splits at midnight are joined.
  ///
  /// - Parameters:
  ///   - zone: the zone of the times.
  ///   - pointer: where the hours are, as a JSON Pointer that starts at the record.
  public mutating func schedule(
    _ zone: Zone, noting notes: inout RecordNotes, at pointer: @autoclosure () -> String = ""
  ) throws(FieldError) -> Schedule {
    try schedule(zone, regular: Schedule(zone: zone, layers: []), noting: &notes, at: pointer())
  }

  /// - Parameter regular: the hours of the dates that are not listed.
  package mutating func schedule(
    _ zone: Zone, regular: Schedule, noting notes: inout RecordNotes, at pointer: @autoclosure () -> String = ""
  ) throws(FieldError) -> Schedule {
    endDay()
    guard !dates.isEmpty || !others.isEmpty else { return Schedule(zone: zone, layers: []) }
    let days: DatedPlans
    if isAscending, others.isEmpty {
      days = DatedPlans(dates: dates, plans)
    } else {
      let (plans, contradictions) = try resolve(regular, &notes)
      if !contradictions.isEmpty { notes.add(.hoursUnknown, at: pointer(), WeekHours.note(on: contradictions.sorted().map { "\($0)" })) }
      days = DatedPlans(plans)
    }
    var layer = Layer(.special, dates: days.joiningSplitNights())
    if !self.notes.isEmpty { layer.notes = DayNotes(joining: self.notes) }
    return Schedule(zone: zone, layers: [layer])
  }

  /// The days of statements about a date, and of the regular hours, which are wider.
  private static let (dated, regular): (UInt8, UInt8) = (0b01, 0b11)

  /// Returns the plans of the dates, and the dates that are unknown because of statements that contradict each other.
  private func resolve(
    _ regular: Schedule, _ notes: inout RecordNotes
  ) throws(FieldError) -> (plans: [DatedPlan], contradictions: [LocalDate]) {
    var statements: [LocalDate: [HoursStatement]] = [:]
    for (index, (date, plan)) in zip(dates, plans).enumerated() {
      let empty: HoursStatement.Kind = plan == .unknown ? .closure : blanks.contains(index) ? .blank : .complete
      let number = Int32(truncatingIfNeeded: index)
      statements[date, default: []] += HoursStatement.all(of: plan, days: Self.dated, number: number, empty: empty)
    }
    for (date, statement) in others {
      if statements[date] == nil {
        let plan = regular.plan(on: date)
        if plan == .unknown, statement.kind != .unknown {
          notes.add(.hoursUnknown, "has hours on \(date), but the other hours of this day are not known")
        }
        statements[date] = HoursStatement.all(of: plan, days: Self.regular, number: .min, empty: plan == .unknown ? .unknown : .blank)
      }
      statements[date, default: []].append(statement)
    }
    var contradictions: [LocalDate] = []
    var found: [DatedPlan] = []
    for (date, all) in statements {
      // Each statement may be compared with all others.
      try notes.checkTime(before: all.count + all.count * all.count / 64)
      var plan = HoursStatement.plan(of: all)
      if let known = plan, let next = date.adding(days: 1).flatMap({ statements[$0] }), HoursStatement.isNight(of: known, closedBy: next) {
        plan = nil
      }
      if plan == nil { contradictions.append(date) }
      found.append(DatedPlan(date, plan ?? .unknown))
    }
    return (found, contradictions)
  }
}
