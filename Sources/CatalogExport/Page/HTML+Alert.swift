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
    let words = style.words
    let starts: String? =
      listing.phase == .upcoming ? listing.alert.startsAt.map { words.text("from-time", ["time": style.text($0, in: zone)]) } : nil
    let ends =
      listing.alert.endsAt.map { words.text("until-time", ["time": style.text($0, in: zone, isEnd: true)]) } ?? words.text("until-notice")
    let severity = listing.alert.severity
    let link: HTML? = entry.links.first.map {
      " · <a href=\"\(link: $0.href.description)\" rel=\"noreferrer\">\(words.text("read-more"))</a>"
    }
    let texts = [entry.notice, entry.description].compactMap(\.self).map { text -> HTML in "<p dir=\"auto\">\(text)</p>" }
    return """
      <details class="alert" data-severity="\(severity.rawValue)"\(isUnfolded ? " open" : "")>
      <summary><h2><span class="severity">\(words.text("severity-\(severity.rawValue)"))</span> <bdi>\(entry.title)</bdi></h2></summary>
      \(HTML.all(texts))
      <p class="when">\([starts, ends].compactMap { $0 }.joined(separator: " ")) · <bdi>\(campus)</bdi>\(link)</p>
      </details>
      """
  }
}
