/// Parses the header field `Retry-After` (RFC 9110, section 10.2.3): seconds or a date.
enum RetryAfter {
  /// Returns the seconds to wait, from 0 to a day; nil if the field is absent or invalid. Of several values, the longest counts.
  static func seconds(_ values: [String], at now: Instant) -> Int? { values.compactMap { seconds($0, at: now) }.max() }

  private static func seconds(_ value: String, at now: Instant) -> Int? {
    if let seconds = Freshness.number(value) { return min(seconds, Freshness.maximum) }
    guard let date = HTTPDate.parse(value) else { return nil }
    return min(max(0, date.seconds(since: now)), Freshness.maximum)
  }
}
