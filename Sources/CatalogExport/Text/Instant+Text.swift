package import OpeningHours

extension Instant {
  /// Returns the local date and time, such as "Sat 21 Nov 2026 09:00"; without a zone in UTC, which is then named.
  package func text(in zone: Zone?) -> String {
    let (date, second) = zone?.local(self) ?? local(offset: 0)
    return "\(date.longText) \(LocalTime(minutes: second / 60)?.description ?? "")\(zone == nil ? " UTC" : "")"
  }
}
