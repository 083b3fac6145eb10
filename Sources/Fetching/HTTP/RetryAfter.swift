import OpeningHours

/// The header field `Retry-After` (RFC 9110, section 10.2.3): seconds or a date.
enum RetryAfter {
  /// Seconds to wait, 0 to a day; nil when the field is absent or says nothing that is one of its two forms. Of several the longest counts.
  static func seconds(_ values: [String], at now: Instant) -> Int? { values.compactMap { seconds($0, at: now) }.max() }

  private static func seconds(_ value: String, at now: Instant) -> Int? {
    if let seconds = Freshness.number(value) { return min(seconds, Freshness.most) }
    guard let date = HTTPDate.parse(value) else { return nil }
    return min(max(0, date.seconds(since: now)), Freshness.most)
  }
}
