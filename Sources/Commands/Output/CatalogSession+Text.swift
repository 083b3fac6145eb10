import CampusCatalog
import CatalogQuery
import CatalogSession
import OpeningHours

extension CatalogSession {
  /// The moment in question, on the clocks of the campuses: "2026-11-21 18:00 America/New_York". If each campus has its own moment:
  /// "2026-11-21 18:00 on the clock of each campus (America/New_York, Europe/London)". If it is a day or a night: "2026-11-21" or
  /// "2026-11-21, 18:00 to 02:00".
  var momentText: String {
    if rule.kind.isPeriod {
      let days = campuses.compactMap { campus in campus.timeZone.map { $0.local(rule.instants[campus.id] ?? moment).date.description } }
      let text = days.isEmpty ? rule.date.description : Set(days).sorted().joined(separator: " or ")
      return rule.kind == .night ? "\(text), 18:00 to 02:00" : text
    }
    guard !rule.instants.isEmpty else { return moment.zonedText(in: zones) }
    let clocks = campuses.compactMap { campus in
      campus.timeZone.flatMap { zone in rule.instants[campus.id].map { (time: $0.zonedTime(in: zone), zone: zone.name) } }
    }
    let names = Set(clocks.map(\.zone)).sorted().joined(separator: ", ")
    return Set(clocks.map(\.time)).sorted().joined(separator: " or ") + " on the clock of each campus (\(names))"
  }
}
