public import OpeningHours

/// For how long a place has to stay open.
public enum OpenLonger: Sendable, Hashable {
  /// For so many seconds from the moment that is asked about.
  case seconds(Int)
  /// Until a moment.
  case until(Instant)
  /// Until the clocks of the place next show a time.
  case untilClock(LocalTime)

  /// Open now, and without a break until then: services that touch are one opening.
  public func holds(_ status: Status, at instant: Instant, in zone: Zone?) -> Bool {
    guard status.isOpen else { return false }
    guard let until = status.until else { return true }
    guard let end = end(from: instant, in: zone) else { return false }
    return until >= end
  }

  /// The moment until which a place has to be open; nil beyond the year 9999, and for a time of clocks without a zone.
  public func end(from instant: Instant, in zone: Zone?) -> Instant? {
    switch self {
    case .seconds(let seconds):
      return Instant(secondsSinceEpoch: instant.secondsSinceEpoch + Int64(clamping: seconds), nanoseconds: instant.nanoseconds)
    case .until(let end): return end
    case .untilClock(let time):
      guard let zone else { return nil }
      let today = zone.local(instant).date
      for days in 0...2 {
        guard let date = today.adding(days: days), let clock = LocalTime(minutes: Int(time.minutes) % 1440),
          let local = LocalDateTime("\(date)T\(clock)"), let end = zone.instant(local), end > instant
        else { continue }
        return end
      }
      return nil
    }
  }
}
