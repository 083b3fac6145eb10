import CampusCatalog
package import CatalogQuery
package import OpeningHours

extension AlertListing {
  /// Returns when the alert applies: "until Mon 30 Nov 2026 02:00", "from … until …", "ended …", "until further notice".
  package func when(in zone: Zone?, _ style: RegionalStyle) -> String {
    let start = alert.startsAt.map { style.text($0, in: zone) }
    let end = alert.endsAt.map { style.text($0, in: zone, isEnd: true) }
    return switch (phase, start, end) {
    case (.ended, _, let end?): "ended \(end)"
    case (.upcoming, let start?, let end?): "from \(start) until \(end)"
    case (.upcoming, let start?, nil): "from \(start)"
    case (_, _, let end?): "until \(end)"
    default: "until further notice"
    }
  }
}
