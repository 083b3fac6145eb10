public import CampusCatalog
public import OpeningHours

/// An alert in the results of a query.
public struct AlertListing: Sendable, Hashable {
  public let entry: Entry
  public let alert: Alert
  /// The phase at the instant of the query.
  public let phase: AlertPhase

  public init(entry: Entry, alert: Alert, phase: AlertPhase) {
    self.entry = entry
    self.alert = alert
    self.phase = phase
  }

  /// Returns whether this alert comes before another one: see `AlertQuery.results(in:at:)`.
  func precedes(_ other: Self) -> Bool {
    if phase != other.phase { return Self.phases[phase] ?? 0 < Self.phases[other.phase] ?? 0 }
    let (left, right) = (Self.severities[alert.severity] ?? 0, Self.severities[other.alert.severity] ?? 0)
    if phase == .active, left != right { return left < right }
    if phase == .ended, let end = alert.endsAt, let otherEnd = other.alert.endsAt, end != otherEnd { return end > otherEnd }
    if alert.startsAt != other.alert.startsAt {
      guard let start = alert.startsAt, let otherStart = other.alert.startsAt else { return alert.startsAt == nil }
      return start < otherStart
    }
    return entry.id < other.entry.id
  }

  private static let phases: [AlertPhase: Int] = [.active: 0, .upcoming: 1, .ended: 2]
  private static let severities: [Alert.Severity: Int] = [.major: 0, .minor: 1, .informational: 2]
}

/// Whether an alert is active, upcoming, or has ended.
public enum AlertPhase: String, Sendable, Hashable, CaseIterable {
  /// The alert has started, or has no start, and has not ended.
  case active
  case upcoming
  case ended

  public init(of alert: Alert, at instant: Instant) {
    if let end = alert.endsAt, end <= instant {
      self = .ended
    } else if let start = alert.startsAt, start > instant {
      self = .upcoming
    } else {
      self = .active
    }
  }
}
