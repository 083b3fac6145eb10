public import OpeningHours

/// A builder for a week from statements that may contradict each other: "Mon-Fri 8am-5pm", "Fri 8am-3pm".
///
///     var week = WeekHours()
///     week.add(service, on: day)
///     …
///     week.plan(noting: &notes)
///
/// A statement is one opening, or has all services of its days. On each weekday, the narrowest statements decide: a statement is narrower
/// than another if its days are some of the other's, and its validity a part of the other's. One with all services replaces all wider ones,
/// and an opening those that it contradicts. The services of the others are added to each other, unless they contradict each other: the day
/// is then unknown.
///
/// Statements contradict each other if one of them closes the day and the other does not, if they have overlapping, different services with
/// the same label, or if the place is open at the time of a closure that is not a pause within a service (`ClosureLabel`). A weekday without
/// a statement is closed. Statements may be added in any order. `DatedHours` has the same rules for dates.
public struct WeekHours: Sendable {
  /// The dates on which the statements that are added next are valid.
  package var validity = LocalDate.first...LocalDate.last
  private var statements: [HoursStatement] = []
  /// The number of statements, some of which have several services.
  private var count: Int32 = 0
  /// The days that statements are about: a bit for each, the lowest for Monday.
  private var stated: UInt8 = 0
  /// The days that more than one statement is about, or one that has no opening.
  private var repeated: UInt8 = 0
  /// The days before those with closures, which may be in their nights.
  private var closedAfter: UInt8 = 0
  private var isUnknownUnlessStated = false

  public init() { statements.reserveCapacity(8) }

  // MARK: - Building

  /// Adds an opening that starts on a weekday.
  public mutating func add(_ service: Service, on day: Weekday) { add(.opening, service, begin(Self.bit(day))) }

  /// Adds an opening that starts on each of some weekdays.
  public mutating func add(_ service: Service, on days: [Weekday]) { add(.opening, service, begin(Self.bits(days))) }

  /// Adds all services of some weekdays; without services, the place is closed.
  public mutating func addAll(_ services: [Service], on days: [Weekday]) {
    let bits = begin(Self.bits(days))
    if services.isEmpty { add(.complete, nil, bits) }
    for service in services { add(.complete, service, bits) }
  }

  /// Adds a statement without hours. It closes its days, unless others that are not wider have hours.
  package mutating func addBlank(on days: [Weekday]) { add(.blank, nil, begin(Self.bits(days))) }

  /// Adds a service that follows midnight, but belongs to the opening times of the day before. It contradicts nothing.
  package mutating func addAfterMidnight(_ service: Service, on days: [Weekday]) { add(.afterMidnight, service, Self.bits(days)) }

  /// Makes a weekday unknown, regardless of its services.
  public mutating func makeUnknown(_ day: Weekday) { makeUnknown([day]) }

  package mutating func makeUnknown(_ days: [Weekday]) { add(.unknown, nil, begin(Self.bits(days), isOpening: false)) }

  /// Adds a time at which the place is closed on some weekdays (`ClosureLabel`). Without another opening, a day is unknown.
  public mutating func addClosure(_ closure: Service, on days: [Weekday]) {
    add(.closure, closure, begin(Self.bits(days), isOpening: false))
    closedAfter |= Self.bits(days.map { $0.adding(6) })
  }

  /// Makes the weekdays without a statement unknown: there are hours whose weekday is not known.
  public mutating func makeUnknownUnlessStated() { isUnknownUnlessStated = true }

  private static func bit(_ day: Weekday) -> UInt8 { 1 << UInt8(truncatingIfNeeded: day.rawValue) }

  private static func bits(_ days: [Weekday]) -> UInt8 { days.reduce(0) { $0 | bit($1) } }

  /// Begins a statement about some days.
  private mutating func begin(_ days: UInt8, isOpening: Bool = true) -> UInt8 {
    count += 1
    repeated |= isOpening ? stated & days : days
    stated |= days
    return days
  }

  private mutating func add(_ kind: HoursStatement.Kind, _ service: Service?, _ days: UInt8) {
    statements.append(HoursStatement(kind: kind, days: days, validity: validity, number: count, service: service))
  }

  // MARK: - Reading

  /// Returns the week, and adds a note on contradictions. Spans that the feed splits at midnight are joined.
  ///
  /// - Parameter pointer: where the hours are, as a JSON Pointer that starts at the record.
  public func plan(noting notes: inout RecordNotes, at pointer: @autoclosure () -> String = "") -> WeekPlan {
    let (plan, contradictions) = resolve()
    if !contradictions.isEmpty { notes.add(.hoursUnknown, at: pointer(), Self.note(on: contradictions.map(\.name))) }
    return plan.joiningSplitNights()
  }

  /// Returns the week, whose nights are not joined, and the weekdays that are unknown because of statements that contradict each other.
  package func resolve() -> (plan: WeekPlan, contradictions: [Weekday]) {
    var plans = DayPlans()
    plans.reserveCapacity(days: 7, services: statements.count)
    var contradictions: [Weekday] = []
    for day in 0..<7 {
      let bit: UInt8 = 1 << UInt8(truncatingIfNeeded: day)
      if isUnknownUnlessStated, stated & bit == 0 {
        plans.endUnknownDay()
      } else if isPlain(bit) {
        // Read the statements in place: a copy changes the reference count of a label.
        for index in statements.indices where statements.span[index].days & bit != 0 {
          if let service = statements.span[index].service { plans.add(service) }
        }
        plans.endDay()
      } else if let plan = HoursStatement.plan(of: statements.filter { $0.days & bit != 0 }), !isNight(of: plan, closedAfter: day) {
        plans.append(plan)
      } else {
        if let day = Weekday(rawValue: day) { contradictions.append(day) }
        plans.endUnknownDay()
      }
    }
    return (WeekPlan(plans), contradictions)
  }

  private func isNight(of plan: DayPlan, closedAfter day: Int) -> Bool {
    HoursStatement.isNight(of: plan, closedBy: statements.lazy.filter { $0.days & (1 << UInt8(truncatingIfNeeded: (day + 1) % 7)) != 0 })
  }

  /// Returns a note on days, in one sentence without a period.
  package static func note(on contradictions: [String]) -> String {
    let others = contradictions.count - 7
    return "contradictory hours on \(contradictions.prefix(7).joined(separator: ", "))" + (others > 0 ? ", and \(others) more" : "")
  }

  /// Returns whether a day has one statement, or openings of its own of which each is before or after all others. This is the common case.
  private func isPlain(_ day: UInt8) -> Bool {
    if closedAfter & day != 0 { return false }
    if repeated & day == 0 { return true }
    var first = Int16.max
    var last: Int16 = 0
    for index in statements.indices {
      let (days, kind) = (statements.span[index].days, statements.span[index].kind)
      if days & day == 0 || kind == .afterMidnight { continue }
      guard days == day, kind == .opening, let opens = statements.span[index].service?.opens.minutes,
        let closes = statements.span[index].service?.closes.minutes, opens >= last || closes <= first
      else { return false }
      first = min(first, opens)
      last = max(last, closes)
    }
    return true
  }
}
