package import OpeningHours

extension Instant {
  /// Returns the local date and time, such as "Sat 21 Nov 2026 09:00"; without a zone "Sat 21 Nov 2026 14:00 UTC".
  package func localText(in zone: Zone?) -> String {
    let (date, second) = zone?.local(self) ?? local(offset: 0)
    let time = LocalTime(minutes: second / 60)?.description ?? ""
    return "\(date.longText) \(time)" + (zone == nil ? " UTC" : "")
  }
}
