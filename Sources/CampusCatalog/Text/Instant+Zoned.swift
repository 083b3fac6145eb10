package import OpeningHours

extension Instant {
  /// Returns the date and time of day on the clocks of a zone, and the name of the zone, for text that people read:
  /// "2026-11-21 12:00 America/New_York". Without a zone, in UTC.
  package func zonedText(in zone: Zone?) -> String { "\(zonedTime(in: zone)) \(zone?.name ?? "UTC")" }

  /// Returns the date and time of day on the clocks of a zone: "2026-11-21 12:00". Without a zone, in UTC.
  package func zonedTime(in zone: Zone?) -> String {
    let (date, second) = local(offset: zone?.offset(at: self) ?? 0)
    let clock = [second / 3600, second / 60 % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }
    return "\(date) \(clock.joined(separator: ":"))"
  }
}
