import FeedKit

/// What rows state about weekdays, by the dates on which they are valid.
struct WeekRows {
  struct Validity: Hashable {
    let from: LocalDate?
    let to: LocalDate?

    func covers(_ date: LocalDate) -> Bool { date >= from ?? date && date <= to ?? date }
  }

  /// A statement about some weekdays.
  enum Statement {
    case opening(Service, [Weekday])
    /// All services of the weekdays; none if they are closed.
    case all([Service], [Weekday])
    case blank([Weekday])
    case afterMidnight(Service, [Weekday])
    /// The place is closed at some time of the weekdays.
    case closure([Weekday])
    case unknown([Weekday])
    /// There are hours whose weekday cannot be read.
    case unknownDay
  }

  /// The maximum number of different validities in a record: one for each day of a year.
  private static let maximumValidities = 366

  private var statements: [Validity: [Statement]] = [:]

  mutating func add(_ more: [Statement], _ validity: Validity, at row: JSONValue) throws(JSONFieldError) {
    statements[validity, default: []] += more
    guard statements.count <= Self.maximumValidities else {
      throw row.fault(.time, "more than \(Self.maximumValidities) different dates from and to which rows are valid")
    }
  }

  /// Returns the weeks of rows that are valid at different times. Where their validity overlaps, they apply together.
  func layers(_ notes: inout RecordNotes) throws(JSONFieldError) -> [Layer] {
    var contradictions: Set<Weekday> = []
    var layers: [Layer] = []
    for segment in segments {
      let valid = statements.filter { segment.isCovered(by: $0.key) }.values.flatMap { $0 }
      if valid.isEmpty { continue }
      // Each statement may be compared with all others.
      try notes.checkTime(before: valid.count + valid.count * valid.count / 64)
      let (plan, found) = Self.week(of: valid).resolve()
      contradictions.formUnion(found)
      if let layer = Layer(.weekly, from: segment.from, to: segment.to, .week(plan)) { layers.append(layer) }
    }
    if !contradictions.isEmpty { notes.add(.hoursUnknown, WeekHours.note(on: contradictions.sorted())) }
    return layers
  }

  private static func week(of statements: [Statement]) -> WeekHours {
    var week = WeekHours()
    for statement in statements {
      switch statement {
      case .opening(let service, let days): week.add(service, on: days)
      case .all(let services, let days): week.addAll(services, on: days)
      case .blank(let days): week.addBlank(on: days)
      case .afterMidnight(let service, let days): week.addAfterMidnight(service, on: days)
      case .closure(let days): week.makeUnknownUnlessOpen(days)
      case .unknown(let days): for day in days { week.makeUnknown(day) }
      case .unknownDay: week.makeUnknownUnlessStated()
      }
    }
    return week
  }

  // MARK: - Validity

  /// Dates on which the same rows are valid; without a limit if `from` or `to` is nil.
  private struct Segment {
    let from: LocalDate?
    let to: LocalDate?

    func isCovered(by validity: Validity) -> Bool {
      guard let date = from ?? to else { return validity.from == nil && validity.to == nil }
      return validity.covers(date) && (from != nil || validity.from == nil) && (to != nil || validity.to == nil)
    }
  }

  private var segments: [Segment] {
    let starts = Set(statements.keys.flatMap { [$0.from, $0.to?.adding(days: 1)].compactMap { $0 } }).sorted()
    return zip([nil] + starts.map(Optional.some), starts.map { $0.adding(days: -1) } + [nil]).map { Segment(from: $0, to: $1) }
  }
}
