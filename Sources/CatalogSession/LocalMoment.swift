/// Parses moments in user input, with an offset or in the zone of the selected campuses.
public enum LocalMoment {
  /// Parses RFC 3339, or a local date and time (or a date alone, which means its beginning), which needs exactly one zone.
  ///
  /// - Parameter today: a moment on the day of a time alone ("23:30"); nil if such times are not allowed.
  /// - Throws: `invalidTime`, `missingZone`.
  public static func parse(_ text: String, zones: [Zone], today: Instant? = nil) throws(SessionError) -> Instant {
    if let instant = Instant(text) ?? today.flatMap({ clockWithOffset(text, today: $0) }) { return instant }
    let names = Set(zones.map(\.name))
    let zone = names.count == 1 ? zones.first : nil
    let local =
      if let today, let time = clock(text) {
        LocalDateTime("\(zone?.local(today).date.description ?? "2000-01-01")T\(time)")
      } else {
        LocalDateTime(text) ?? LocalDateTime("\(text)T00:00:00")
      }
    guard let local, local.offset == nil else {
      let more = today == nil ? "" : ", or 23:30"
      throw SessionError(
        .invalidTime,
        "invalid time \"\(text)\"; write 2026-11-21T12:00:00-05:00, or 2026-11-21T12:00 in the campus's zone\(more)")
    }
    guard let instant = zone?.instant(local) else {
      let found = names.isEmpty ? "no zone" : "several zones (\(names.sorted().joined(separator: ", ")))"
      throw SessionError(
        .missingZone, "\"\(text)\" has no offset and the selected campuses have \(found); add an offset such as -05:00")
    }
    return instant
  }

  /// Parses "23:30-05:00": that time, on the current day at that offset.
  private static func clockWithOffset(_ text: String, today: Instant) -> Instant? {
    let (time, rest) = (text.prefix(5), text.dropFirst(5))
    guard clock(String(time)) != nil, let first = rest.first, "+-Zz".contains(first),
      let offset = LocalDateTime("2000-01-01T\(text)")?.offset
    else { return nil }
    return Instant("\(today.local(offset: offset).date)T\(text)")
  }

  /// Parses a time of day, from 00:00 to 23:59.
  public static func clock(_ text: String) -> LocalTime? { LocalTime(text).flatMap { $0 < .endOfDay ? $0 : nil } }
}
