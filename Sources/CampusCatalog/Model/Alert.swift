public import OpeningHours

/// The details of an alert: a campus-wide announcement for a limited time.
public struct Alert: Sendable, Hashable {
  /// The severity of an alert. Raw values are the values of `severity` in a catalog.
  public enum Severity: String, Sendable, Hashable, CaseIterable { case informational, minor, major }

  public var severity: Severity
  /// When the alert begins; nil if the feed does not say.
  public var startsAt: Instant?
  /// When the alert ends; nil if it is open-ended.
  public var endsAt: Instant?

  public init(severity: Severity, startsAt: Instant? = nil, endsAt: Instant? = nil) {
    self.severity = severity
    self.startsAt = startsAt
    self.endsAt = endsAt
  }
}
