/// A service of a service day as a span of time.
public struct OpenSpan: Sendable, Hashable {
  /// When the service opens.
  public let start: Instant
  /// When the service closes, exclusive. Later than `start`.
  public let end: Instant
  /// The label of the service, such as "Lunch"; nil if it has none.
  public let label: String?
  /// The day that the service belongs to. A night belongs to the day it begins.
  public let serviceDay: LocalDate

  /// Creates a span.
  public init(start: Instant, end: Instant, label: String? = nil, serviceDay: LocalDate) {
    self.start = start
    self.end = end
    self.label = label
    self.serviceDay = serviceDay
  }
}
