import CampusCatalog
package import CatalogQuery
package import OpeningHours

extension HTML {
  /// Returns an alert, with its text folded or not.
  ///
  /// - Parameters:
  ///   - zone: the zone of its times; nil for UTC.
  ///   - style: how times and dates are written.
  package static func alert(
    _ listing: AlertListing, campus: String, in zone: Zone?, _ style: RegionalStyle, isUnfolded: Bool
  ) -> HTML {
    let entry = listing.entry
    let starts: String? = listing.phase == .upcoming ? listing.alert.startsAt.map { "from \(style.text($0, in: zone))" } : nil
    let ends = listing.alert.endsAt.map { "until \(style.text($0, in: zone, isEnd: true))" } ?? "until further notice"
    let severity = listing.alert.severity
    let link: HTML? = entry.links.first.map { " · <a href=\"\(link: $0.href.description)\" rel=\"noreferrer\">Read more</a>" }
    let texts = [entry.notice, entry.description].compactMap(\.self).map { text -> HTML in "<p dir=\"auto\">\(text)</p>" }
    return """
      <details class="alert" data-severity="\(severity.rawValue)"\(isUnfolded ? " open" : "")>
      <summary><h2><span class="severity">\(severity.heading)</span> <bdi>\(entry.title)</bdi></h2></summary>
      \(HTML.all(texts))
      <p class="when">\([starts, ends].compactMap { $0 }.joined(separator: " ")) · <bdi>\(campus)</bdi>\(link)</p>
      </details>
      """
  }
}

extension Alert.Severity {
  fileprivate var heading: String {
    switch self {
    case .informational: "Notice"
    case .minor: "Minor alert"
    case .major: "Major alert"
    }
  }
}
