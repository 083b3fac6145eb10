import CampusCatalog
import CatalogExport
import CatalogQuery

/// The alerts that are active or upcoming, most severe first. Only the major ones are shown in full, to keep the places near the top.
enum AlertBanner {
  /// - Parameter areMajor: whether to return only the major ones, or only the others; nil for all.
  static func html(_ campuses: Set<CampusID>, areMajor: Bool? = nil, by rule: StatusRule, _ snapshot: SiteSnapshot) -> HTML {
    var query = AlertQuery()
    query.campuses = campuses
    let alerts = query.results(in: snapshot.entries(of: .alert), at: rule.instant).items.filter { listing in
      listing.phase != .ended && areMajor.map { $0 == (listing.alert.severity == .major) } ?? true
    }
    if alerts.isEmpty { return "" }
    let rows = alerts.map { listing in
      let campus = snapshot.catalog.campuses.first { $0.id == listing.entry.campus }
      return HTML.alert(
        listing, campus: campus?.name ?? listing.entry.campus.description, in: rule.zone(of: listing.entry),
        rule.style(of: listing.entry.campus), isUnfolded: listing.alert.severity == .major)
    }
    return "<section class=\"alerts\" aria-label=\"\(Words.text("alerts"))\">\(HTML.all(rows))</section>"
  }
}
