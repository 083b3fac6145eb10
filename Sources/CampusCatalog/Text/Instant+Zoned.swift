package import OpeningHours

extension Instant {
  /// Returns the date and time of day on the clocks of a zone, and the name of the zone, for text that people read:
  /// "2026-11-21 12:00 America/New_York". Without a zone, in UTC.
  package func zonedText(in zone: Zone?) -> String { "\(zonedTime(in: zone)) \(zone?.name ?? "UTC")" }

  /// Returns the date and time of day on the clocks of several zones: "2026-11-21 12:00 America/New_York (17:00 Europe/London)". Zones
  /// whose clocks show the same time are named once. Without a zone, in UTC.
  package func zonedText(in zones: [Zone]) -> String {
    var offsets: Set<Int> = []
    let clocks = zones.sorted { $0.name < $1.name }.filter { offsets.insert($0.offset(at: self)).inserted }
    guard let first = clocks.first else { return zonedText(in: nil) }
    let others = clocks.dropFirst().map { zone in
      zone.local(self).date == first.local(self).date ? String(zonedText(in: zone).dropFirst(11)) : zonedText(in: zone)
    }
    return zonedText(in: first) + (others.isEmpty ? "" : " (\(others.joined(separator: ", ")))")
  }

  /// Returns the date and time of day on the clocks of a zone: "2026-11-21 12:00". Without a zone, in UTC.
  package func zonedTime(in zone: Zone?) -> String {
    let (date, second) = local(offset: zone?.offset(at: self) ?? 0)
    return "\(date) \(pad(second / 3600)):\(pad(second / 60 % 60))"
  }
}
