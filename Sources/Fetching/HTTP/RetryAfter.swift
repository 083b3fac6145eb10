import OpeningHours

/// Parses the header field `Retry-After` (RFC 9110, section 10.2.3): seconds or a date.
enum RetryAfter {
  /// Returns the seconds to wait, from 0 to a day; nil if the field is absent or invalid. If there are several values, the longest counts.
  static func seconds(_ values: [String], at now: Instant) -> Int? {
    let seconds = values.compactMap { Freshness.number($0) ?? HTTPDate.parse($0)?.seconds(since: now) }.max()
    return seconds.map { min(max(0, $0), Freshness.maximum) }
  }
}
