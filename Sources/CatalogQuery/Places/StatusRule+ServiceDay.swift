package import CampusCatalog
package import OpeningHours

extension StatusRule {
  /// Returns the service day in question of a place: that of a service which is still open, such as yesterday's after midnight; otherwise the
  /// date on the clock of its hours, or of its campus.
  package func serviceDay(of entry: Entry) -> LocalDate {
    guard !kind.isPeriod, let hours = entry.hours, !hours.layers.isEmpty else { return date(of: entry) }
    let instant = instant(of: entry)
    let today = hours.zone.local(instant).date
    let next = Instant(secondsSinceEpoch: instant.secondsSinceEpoch + 1, nanoseconds: instant.nanoseconds)
    let current = next.flatMap { hours.spans(in: instant..<$0).first?.serviceDay }
    return min(current ?? today, today)
  }
}
