public import CampusCatalog
public import OpeningHours

/// Where a moment lies to the time of an alert.
public enum AlertPhase: String, Sendable, Hashable, CaseIterable {
  /// From its start on, and before its end; each may be open.
  case active
  /// Before its start.
  case upcoming
  /// At its end or later.
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
