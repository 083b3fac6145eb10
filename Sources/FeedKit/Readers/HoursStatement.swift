import OpeningHours

/// A statement about weekdays, or about a date, with one of its services; nil if it has none.
struct HoursStatement: Sendable {
  enum Kind: UInt8 {
    /// One opening.
    case opening
    /// All services of the days.
    case complete
    /// A statement without hours, which closes the days unless others have hours.
    case blank
    /// A service that belongs to the day before.
    case afterMidnight
    /// The time at which the place is closed, as a service; without one, a time that is not known.
    case closure
    /// Hours that cannot be read.
    case unknown
  }

  let kind: Kind
  /// A bit for each weekday, the lowest for Monday. Statements about a date have the lowest bit, and those about every week a second one.
  let days: UInt8
  /// The dates on which the statement is valid.
  var validity = LocalDate.first...LocalDate.last
  /// The number of the statement, which is the same for all of its services.
  let number: Int32
  let service: Service?

  /// Returns a statement for each service of a plan, or one without a service.
  ///
  /// - Parameter empty: the kind of the latter.
  static func all(of plan: DayPlan, days: UInt8, number: Int32, empty: Kind) -> [HoursStatement] {
    let services: [Service?] = plan.services.isEmpty ? [nil] : Array(plan.services)
    return services.map { HoursStatement(kind: $0 == nil ? empty : .complete, days: days, number: number, service: $0) }
  }

  // MARK: - Decision

  /// Returns the hours of a day that all of some statements are about; nil if they contradict each other.
  static func plan(of statements: [HoursStatement]) -> DayPlan? {
    // The narrowest first, because they replace most of the others, if any.
    let about = statements.filter { $0.kind != .afterMidnight }.sorted { ($0.breadth, $0.kind.rawValue) < ($1.breadth, $1.kind.rawValue) }
    let decisive = about.filter { wide in wide.breadth == about[0].breadth || !about.contains { $0.replaces(wide) } }
    if decisive.contains(where: { $0.kind == .unknown }) { return .unknown }
    let closures = decisive.filter { $0.kind == .closure }
    let hours = withoutRepetitions(decisive.filter { $0.kind != .closure })
    if areContradictory(hours) { return nil }
    let services = hours.compactMap(\.service)
    if services.isEmpty, !closures.isEmpty { return hours.contains(where: \.isClosed) ? .closed : .unknown }
    let nights = statements.filter { $0.kind == .afterMidnight }.compactMap(\.service)
    return Self.services(services + nights, without: closures.compactMap(\.service)).map { DayPlan($0) }
  }

  /// Returns whether a place is open on the night that begins on a day and closed at the same time by closures of the next day.
  static func isNight(of plan: DayPlan, closedBy next: some Sequence<HoursStatement>) -> Bool {
    guard let closes = plan.services.map(\.closes.minutes).max(), closes > 1440 else { return false }
    return next.contains { statement in
      statement.kind == .closure && statement.service.map { closes > 1440 + $0.opens.minutes } ?? false
    }
  }

  /// Whether the statement closes its days.
  private var isClosed: Bool { kind == .complete && service == nil }

  /// Returns the statements without those that repeat all services of another one.
  private static func withoutRepetitions(_ statements: [HoursStatement]) -> [HoursStatement] {
    let complete = Dictionary(grouping: statements.filter { $0.kind == .complete && $0.service != nil }, by: \.number)
    var known: Set<Set<Service>> = []
    var repeated: Set<Int32> = []
    for (number, all) in complete.sorted(by: { $0.key < $1.key }) where !known.insert(Set(all.compactMap(\.service))).inserted {
      repeated.insert(number)
    }
    return repeated.isEmpty ? statements : statements.filter { $0.kind != .complete || !repeated.contains($0.number) }
  }

  /// A number that is lower than that of any wider statement.
  private var breadth: Int32 {
    Int32(days.nonzeroBitCount) * (validity.upperBound.daysSinceEpoch - validity.lowerBound.daysSinceEpoch + 1)
  }

  /// Returns whether a statement about a common day is wider than this one, and replaced by it: on all of this one's days and dates.
  private func replaces(_ other: HoursStatement) -> Bool {
    guard days & other.days == days, validity.lowerBound >= other.validity.lowerBound, validity.upperBound <= other.validity.upperBound,
      days != other.days || validity != other.validity
    else { return false }
    switch kind {
    case .complete, .blank: return true
    case .opening:
      if other.kind == .closure || other.kind == .unknown { return false }
      guard let service, let wide = other.service else { return true }
      return service.label == wide.label && service != wide && service.opens < wide.closes && wide.opens < service.closes
    case .afterMidnight, .closure, .unknown: return false
    }
  }

  /// Returns whether some statements about a day, none of which replaces another, contradict each other: one closes the day and another does
  /// not, or they have different services with the same label at the same time.
  private static func areContradictory(_ statements: [HoursStatement]) -> Bool {
    // The number of the statement that has a service; nil if several have it.
    var owners: [Service: Int32?] = [:]
    for statement in statements {
      guard let service = statement.service else { continue }
      owners[service] = owners[service, default: statement.number] == statement.number ? .some(statement.number) : .some(nil)
    }
    if owners.isEmpty { return false }
    if statements.contains(where: \.isClosed) { return true }
    // For each label, the service that closes last, and then the one of another owner that closes last.
    var latest: [String?: [(closes: LocalTime, owner: Int32?)]] = [:]
    for (service, owner) in owners.sorted(by: { ($0.key.opens, $0.key.closes) < ($1.key.opens, $1.key.closes) }) {
      let earlier = latest[service.label] ?? []
      if let other = earlier.first(where: { owner == nil || $0.owner != owner }), other.closes > service.opens { return true }
      let ranked = (earlier + [(service.closes, owner)]).sorted { $0.closes > $1.closes }
      latest[service.label] = [ranked[0]] + ranked.filter { $0.owner != ranked[0].owner }.prefix(1)
    }
    return false
  }

  /// The maximum number of different times in a day at which a place may be closed. More contradict each other, so that applying them to all
  /// services takes time in proportion to these.
  private static let maximumClosures = 100

  /// Returns the services of a day on which the place is closed at some times. A pause within a service divides it; any other closure
  /// contradicts the services at its time: the result is then nil.
  private static func services(_ services: [Service], without closures: [Service]) -> [Service]? {
    let pauses = Set(closures.filter(isPause).map(unlabeled))
    let others = Set(closures.filter { !isPause($0) }.map(unlabeled))
    guard pauses.count + others.count <= maximumClosures else { return nil }
    func overlap(_ service: Service, _ closure: Service) -> Bool { service.opens < closure.closes && closure.opens < service.closes }
    if services.contains(where: { service in others.contains { overlap(service, $0) } }) { return nil }
    var open = services
    for pause in pauses.sorted(by: { ($0.opens, $0.closes) < ($1.opens, $1.closes) }) {
      var rest: [Service] = []
      for service in open {
        guard overlap(service, pause) else {
          rest.append(service)
          continue
        }
        guard service.opens < pause.opens, pause.closes < service.closes,
          let before = Service(opens: service.opens, closes: pause.opens, label: service.label),
          let after = Service(opens: pause.closes, closes: service.closes, label: service.label)
        else { return nil }
        rest += [before, after]
      }
      open = rest
    }
    return open
  }

  private static func isPause(_ closure: Service) -> Bool { closure.label.flatMap { ClosureLabel($0) } == .pause }

  private static func unlabeled(_ service: Service) -> Service { Service(opens: service.opens, closes: service.closes) ?? service }
}
