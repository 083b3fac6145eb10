/// One opening as it happens: a service of a service day, in moments.
public struct OpenSpan: Sendable, Hashable {
  /// The first moment that is open.
  public let start: Instant
  /// Later than `start`; the first moment that is no longer open.
  public let end: Instant
  /// What the service is called: "Lunch".
  public let label: String?
  /// The day that the service belongs to; a night belongs to the day it began.
  public let serviceDay: LocalDate

  public init(start: Instant, end: Instant, label: String? = nil, serviceDay: LocalDate) {
    self.start = start
    self.end = end
    self.label = label
    self.serviceDay = serviceDay
  }
}
