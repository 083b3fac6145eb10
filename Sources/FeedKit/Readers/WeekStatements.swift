public import OpeningHours

/// A builder for a week from statements that may contradict each other: "Mon-Fri 8am-5pm", "Fri 8am-3pm".
///
///     var statements = WeekStatements()
///     statements.add(services, on: days)
///     …
///     statements.plan
///
/// On each weekday, the narrowest statements decide: a statement is narrower than another if its days are some of the other's. Of equally
/// narrow ones, the services are added if they do not contradict each other. Otherwise the day is unknown, and listed in `contradictions`.
/// Statements contradict each other if one of them closes the day and the other does not, or if they have overlapping services with the same
/// label. A weekday without a statement is closed. Statements may be added in any order.
public struct WeekStatements: Sendable {
  /// Whether a statement has all services of its days. If not, each is one opening: it replaces only what it contradicts, and equally narrow
  /// ones are always added.
  private let areComplete: Bool
  /// The statements by their days: a bit for each, the lowest for Monday.
  private var statements: [UInt8: [[Service]]] = [:]
  private var unknown: UInt8 = 0
  /// Days that are unknown if they have no services.
  private var unknownUnlessOpen: UInt8 = 0

  public init(areComplete: Bool = true) { self.areComplete = areComplete }

  /// Adds a statement about some weekdays; without services, they are closed.
  public mutating func add(_ services: [Service], on days: [Weekday]) {
    let bits = Self.bits(days)
    if areComplete || statements[bits] == nil {
      statements[bits, default: []].append(services)
    } else {
      statements[bits]?[0] += services
    }
  }

  /// Makes weekdays unknown, regardless of all statements.
  public mutating func makeUnknown(_ days: [Weekday]) { unknown |= Self.bits(days) }

  /// Makes weekdays unknown unless they have services, because the place is only said to be closed at some time (`ClosureLabel`).
  public mutating func makeUnknownUnlessOpen(_ days: [Weekday]) { unknownUnlessOpen |= Self.bits(days) }

  /// The week. Spans that are split at midnight are joined.
  public var plan: WeekPlan {
    WeekPlan(Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, plan(on: $0) ?? .unknown) })).joiningSplitNights()
  }

  /// The weekdays that are unknown because of statements that contradict each other, in order.
  public var contradictions: [Weekday] { Weekday.allCases.filter { plan(on: $0) == nil } }

  /// A note on contradictions, in one sentence without a period; nil if there are none.
  package var contradictionNote: String? {
    let days = contradictions
    return days.isEmpty ? nil : "contradictory hours on \(days.map(\.name).joined(separator: ", "))"
  }

  private static func bits(_ days: [Weekday]) -> UInt8 { days.reduce(0) { $0 | 1 << UInt8($1.rawValue) } }

  /// Returns the plan of a day; nil if the statements about it contradict each other.
  private func plan(on day: Weekday) -> DayPlan? {
    let bit = Self.bits([day])
    if unknown & bit != 0 { return .unknown }
    let plan = statedPlan(on: day, bit)
    return plan == .closed && unknownUnlessOpen & bit != 0 ? .unknown : plan
  }

  private func statedPlan(on day: Weekday, _ bit: UInt8) -> DayPlan? {
    let about = statements.filter { $0.key & bit != 0 }
    guard areComplete else { return DayPlan(about.flatMap { Self.uncontradicted($0.value[0], on: $0.key, by: about) }) }
    let narrowest = about.filter { bits, _ in !about.keys.contains { Self.isNarrower($0, than: bits) } }.flatMap(\.value)
    guard let first = narrowest.first else { return .closed }
    var services = Set(first)
    for other in narrowest.dropFirst() where Set(other) != services {
      if other.isEmpty || services.isEmpty { return nil }
      if other.contains(where: { service in services.contains { Self.contradict($0, service) } }) { return nil }
      services.formUnion(other)
    }
    return DayPlan(Array(services))
  }

  private static func isNarrower(_ bits: UInt8, than other: UInt8) -> Bool { bits != other && bits & other == bits }

  /// Returns the openings that no narrower statement contradicts.
  private static func uncontradicted(_ services: [Service], on bits: UInt8, by statements: [UInt8: [[Service]]]) -> [Service] {
    let narrower = statements.filter { isNarrower($0.key, than: bits) }
    if narrower.contains(where: { $0.value[0].isEmpty }) { return [] }
    return services.filter { service in !narrower.contains { $0.value[0].contains { contradict($0, service) } } }
  }

  private static func contradict(_ one: Service, _ other: Service) -> Bool {
    one != other && one.label == other.label && one.opens < other.closes && other.opens < one.closes
  }
}
