import OpeningHours

/// A statement about weekdays, with one of its services; nil if it has none.
struct WeekStatement: Sendable {
  enum Kind: UInt8 {
    /// One opening.
    case opening
    /// All services of the days.
    case complete
    /// A statement without hours, which closes the days unless others have hours.
    case blank
    /// A service that belongs to the day before.
    case afterMidnight
  }

  let kind: Kind
  /// A bit for each day, the lowest for Monday.
  let days: UInt8
  /// The number of the statement, which is the same for all of its services.
  let number: Int32
  let service: Service?

  /// Returns whether a statement about a common day is wider than this one, and replaced by it.
  func replaces(_ other: WeekStatement) -> Bool {
    guard days != other.days, days & other.days == days else { return false }
    guard kind == .opening, let service, let wide = other.service else { return true }
    return service.label == wide.label && service != wide && service.opens < wide.closes && wide.opens < service.closes
  }

  /// Returns whether some statements about a day, none of which replaces another, contradict each other.
  static func areContradictory(_ statements: [WeekStatement]) -> Bool {
    let openings = statements.compactMap { statement in statement.service.map { (service: $0, number: statement.number) } }
    if openings.isEmpty { return false }
    if statements.contains(where: { $0.kind == .complete && $0.service == nil }) { return true }
    // For each label, the opening that closes last, and then the one of another statement that closes last.
    var latest: [String?: [(service: Service, number: Int32)]] = [:]
    for opening in openings.sorted(by: { ($0.service.opens, $0.service.closes) < ($1.service.opens, $1.service.closes) }) {
      let earlier = latest[opening.service.label] ?? []
      if let other = earlier.first(where: { $0.number != opening.number }), other.service.closes > opening.service.opens,
        other.service != opening.service
      {
        return true
      }
      let ranked = (earlier + [opening]).sorted { $0.service.closes > $1.service.closes }
      latest[opening.service.label] = [ranked[0]] + ranked.filter { $0.number != ranked[0].number }.prefix(1)
    }
    return false
  }
}
