/// Whether an alert is active, upcoming, or has ended.
public enum AlertPhase: String, Sendable, Hashable, CaseIterable {
  /// The alert has started, or has no start, and has not ended.
  case active
  /// The alert has not started.
  case upcoming
  /// The alert has ended.
  case ended

  /// Creates the phase of an alert at an instant.
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
