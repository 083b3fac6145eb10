extension Instant {
  /// Returns the local date and time, such as "Sat 21 Nov 2026 09:00"; without a zone in UTC (RFC 3339).
  func text(in zone: Zone?) -> String {
    guard let zone else { return description }
    let (date, second) = zone.local(self)
    return "\(date.longText) \(LocalTime(minutes: second / 60)?.description ?? "")"
  }
}
