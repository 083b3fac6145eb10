package import CampusCatalog
package import OpeningHours

/// A note on the time zones of a list of entries whose clocks differ.
package enum ClockNote {
  /// Returns the zone of each campus, such as "times are local: America/New_York for gmu and penn, Europe/London for liverpool"; nil if all clocks
  /// show the same time.
  ///
  /// - Parameter entries: the campuses of entries, each with the zone of its times.
  package static func text(_ entries: some Sequence<(campus: CampusID, zone: Zone?)>, at instant: Instant) -> String? {
    var campuses: [Zone: Set<CampusID>] = [:]
    for case (let campus, let zone?) in entries { campuses[zone, default: []].insert(campus) }
    guard Set(campuses.keys.map { $0.offset(at: instant) }).count > 1 else { return nil }
    let zones = campuses.map { (campuses: $0.value.map(\.description).sorted(), name: $0.key.name) }
    let parts = zones.sorted { ($0.campuses[0], $0.name) < ($1.campuses[0], $1.name) }.map { zone in
      "\(zone.name) for \(zone.campuses.joined(separator: " and "))"
    }
    return "times are local: \(parts.joined(separator: ", "))"
  }
}
