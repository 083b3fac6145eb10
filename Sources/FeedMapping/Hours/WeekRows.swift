import FeedKit

/// The hours of weekdays in rows, by the dates on which they are valid.
struct WeekRows {
  /// A statement about some weekdays.
  enum Statement {
    case opening(Service, [Weekday])
    /// All services of the weekdays; none if they are closed.
    case all([Service], [Weekday])
    case blank([Weekday])
    case afterMidnight(Service, [Weekday])
    /// The place is closed at this time of the weekdays.
    case closure(Service, [Weekday])
    case unknown([Weekday])
    /// There are hours whose weekday cannot be read.
    case unknownDay
  }

  /// The maximum number of different validities in a record.
  let maximumValidities: Int
  private var validities: Set<ClosedRange<LocalDate>> = []
  private var statements: [(validity: ClosedRange<LocalDate>, statement: Statement)] = []

  init(maximumValidities: Int) { self.maximumValidities = maximumValidities }

  /// - Parameter validity: nil if the statements are never valid.
  mutating func add(_ more: [Statement], _ validity: ClosedRange<LocalDate>?, at row: JSONValue) throws(JSONFieldError) {
    guard let validity, !more.isEmpty else { return }
    validities.insert(validity)
    guard validities.count <= maximumValidities else {
      throw row.fault(.time, "more than \(maximumValidities) different ranges of dates on which rows are valid")
    }
    statements += more.map { statement in
      if case .afterMidnight = statement { (Self.followingDays(of: validity), statement) } else { (validity, statement) }
    }
  }

  /// Returns the layers of weeks that are valid at different times. Where their validity overlaps, rows apply together.
  func layers(_ level: Layer.Level, _ notes: inout RecordNotes) throws(JSONFieldError) -> [Layer] {
    var weekdays: Set<Weekday> = []
    var dates: [String] = []
    var layers: [Layer] = []
    for segment in segments {
      let valid = statements.filter { $0.validity.contains(segment.lowerBound) }
      guard validities.contains(where: { $0.contains(segment.lowerBound) }) else {
        noteNight(before: segment.lowerBound, valid.map(\.statement), &notes)
        continue
      }
      // Each statement may be compared with all others.
      try notes.checkTime(before: valid.count + valid.count * valid.count / 64)
      let (plan, contradictions) = Self.week(of: valid).resolve()
      let (first, last) = (segment.lowerBound, segment.upperBound)
      weekdays.formUnion(contradictions)
      if !contradictions.isEmpty { dates.append(first == last ? "\(first)" : "\(first) to \(last)") }
      let week = level == .weekly ? plan.joiningSplitNights() : plan
      let layer = Layer(level, from: first == .first ? nil : first, to: last == .last ? nil : last, .week(week))
      if let layer { layers.append(layer) }
    }
    let names = level == .weekly ? weekdays.sorted().map(\.name) : dates
    if !names.isEmpty { notes.add(.hoursUnknown, WeekHours.note(on: names)) }
    return layers
  }

  /// Adds a note on hours after midnight whose day has no other rows, so that it is unknown.
  private func noteNight(before date: LocalDate, _ statements: [Statement], _ notes: inout RecordNotes) {
    for case .afterMidnight(_, let days) in statements where days.contains(date.weekday) {
      return notes.add(.hoursUnknown, "has hours after midnight on \(date), but no other row is valid on this day")
    }
  }

  private static func week(of statements: [(validity: ClosedRange<LocalDate>, statement: Statement)]) -> WeekHours {
    var week = WeekHours()
    for (validity, statement) in statements {
      week.validity = validity
      switch statement {
      case .opening(let service, let days): week.add(service, on: days)
      case .all(let services, let days): week.addAll(services, on: days)
      case .blank(let days): week.addBlank(on: days)
      case .afterMidnight(let service, let days): week.addAfterMidnight(service, on: days)
      case .closure(let service, let days): week.addClosure(service, on: days)
      case .unknown(let days): week.makeUnknown(days)
      case .unknownDay: week.makeUnknownUnlessStated()
      }
    }
    return week
  }

  // MARK: - Validity

  /// Returns the dates of the nights that begin on some dates.
  private static func followingDays(of dates: ClosedRange<LocalDate>) -> ClosedRange<LocalDate> {
    let first = dates.lowerBound == .first ? .first : dates.lowerBound.adding(days: 1) ?? .last
    return first...(dates.upperBound.adding(days: 1) ?? .last)
  }

  /// The longest ranges of dates on which the same statements are valid, in order.
  private var segments: [ClosedRange<LocalDate>] {
    let limits = validities.union(statements.map(\.validity)).flatMap { [$0.lowerBound, $0.upperBound.adding(days: 1)] }
    let starts = Set(limits.compactMap { $0 } + [.first]).sorted()
    return zip(starts, starts.dropFirst().map { $0.adding(days: -1) ?? .first } + [.last]).map { $0...$1 }
  }
}
