import CampusCatalog
package import CatalogQuery
package import OpeningHours

extension AlertListing {
  /// Returns when the alert applies: "until Mon 30 Nov 2026 02:00", "from … until …", "ended …", "until further notice".
  package func when(in zone: Zone?, _ style: RegionalStyle) -> String {
    let start = alert.startsAt.map { style.text($0, in: zone) }
    let end = alert.endsAt.map { style.text($0, in: zone, isEnd: true) }
    let words = style.words
    let (from, until) = (start.map { words.text("from-time", ["time": $0]) }, end.map { words.text("until-time", ["time": $0]) })
    return switch (phase, from, until) {
    case (.ended, _, _?): words.text("ended-at", ["time": end ?? ""])
    case (.upcoming, let from?, let until?): "\(from) \(until)"
    case (.upcoming, let from?, nil): from
    case (_, _, let until?): until
    default: words.text("until-notice")
    }
  }
}
