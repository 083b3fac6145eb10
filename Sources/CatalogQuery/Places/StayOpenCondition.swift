public import OpeningHours

/// A condition that a place is open now and stays open without a break until some time.
public enum StayOpenCondition: Sendable, Hashable {
  case seconds(Int)
  case until(Instant)
  /// Until the next occurrence of a local time.
  case untilClock(LocalTime)

  /// Returns whether a status at `instant` meets the condition. Services that touch or overlap count as one.
  func isSatisfied(by status: Status, at instant: Instant, in zone: Zone?) -> Bool {
    guard status.isOpen, let until = status.until else { return status.isOpen }
    return end(from: instant, in: zone).map { until >= $0 } ?? false
  }

  /// Returns the instant until which the place must stay open; nil if it is after the year 9999, and for a local time without a zone.
  public func end(from instant: Instant, in zone: Zone?) -> Instant? {
    switch self {
    case .seconds(let seconds):
      return Instant(secondsSinceEpoch: instant.secondsSinceEpoch + Int64(clamping: seconds), nanoseconds: instant.nanoseconds)
    case .until(let end): return end
    case .untilClock(let time):
      guard let zone, let clock = ClockTime(seconds: 60 * (Int(time.minutes) % 1440)) else { return nil }
      let today = zone.local(instant).date
      let days = (0...2).lazy.compactMap { today.adding(days: $0) }
      return days.compactMap { zone.instant(LocalDateTime(date: $0, time: clock)) }.first { $0 > instant }
    }
  }
}
