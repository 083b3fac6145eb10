/// The alerts that are active or upcoming, most severe first. Only the major ones are unfolded, so that the places are not far below.
enum AlertBanner {
  static func html(_ campuses: Set<CampusID>, by rule: StatusRule, _ catalog: Catalog) -> HTML {
    var query = AlertQuery()
    query.campuses = campuses
    let alerts = query.results(in: catalog.entries, at: rule.instant).items.filter { $0.phase != .ended }
    if alerts.isEmpty { return "" }
    return "<section class=\"alerts\" aria-label=\"Alerts\">\(HTML.all(alerts.map { row($0, rule, catalog) }))</section>"
  }

  private static func row(_ listing: AlertListing, _ rule: StatusRule, _ catalog: Catalog) -> HTML {
    let (entry, zone) = (listing.entry, rule.zone(of: listing.entry))
    let campus = catalog.campuses.first { $0.id == entry.campus }
    let name = entry.name ?? entry.id.description
    let starts: String? = listing.phase == .upcoming ? listing.alert.startsAt.map { "from \($0.text(in: zone))" } : nil
    let ends = listing.alert.endsAt.map { "until \($0.text(in: zone))" } ?? "until further notice"
    let severity = listing.alert.severity
    let link: HTML? = entry.links.first.map { " · <a href=\"\(link: $0.href.description)\" rel=\"noreferrer\">Read more</a>" }
    let description: HTML? = entry.description.map { "<p dir=\"auto\">\($0)</p>" }
    return """
      <details class="alert" data-severity="\(severity.rawValue)"\(severity == .major ? " open" : "")>
      <summary><h2><span class="severity">\(severity.title)</span> <bdi>\(name)</bdi></h2></summary>
      \(description)
      <p class="when">\([starts, ends].compactMap { $0 }.joined(separator: " ")) · <bdi>\(campus?.name ?? entry.campus.description)</bdi>\(link)</p>
      </details>
      """
  }
}

extension Alert.Severity {
  fileprivate var title: String {
    switch self {
    case .informational: "Notice"
    case .minor: "Minor alert"
    case .major: "Major alert"
    }
  }
}
