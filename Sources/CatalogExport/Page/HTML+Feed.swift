package import CampusCatalog
package import OpeningHours

extension HTML {
  /// Returns a feed in the list of sources: its outcome, its age and its license.
  ///
  /// - Parameters:
  ///   - moment: the moment of the page.
  ///   - zone: the zone of its times; nil for UTC.
  ///   - style: how times and dates are written.
  ///   - more: text after the license.
  package static func feed(_ feed: FeedReport, at moment: Instant, in zone: Zone?, _ style: RegionalStyle, more: HTML? = nil) -> HTML {
    let id = feed.id.description
    let name: HTML = feed.url.map { "<a href=\"\(link: $0)\" rel=\"noreferrer\">\(id)</a>" } ?? "\(id)"
    let license: HTML? = feed.license.map { ". \($0)" }
    return "<li>\(name): \(feed.ageText(at: moment, in: zone, style))\(license)\(more)</li>"
  }
}

extension FeedReport {
  /// Returns the outcome and the time of reading: "as of Sat 21 Nov 2026 11:45, 15 min ago".
  ///
  /// - Parameter zone: nil for UTC.
  package func ageText(at moment: Instant, in zone: Zone?, _ style: RegionalStyle) -> String {
    let words = style.words
    let seen = checkedAt ?? fetchedAt
    let time = seen.map { seen in
      let age = Int(moment.secondsSinceEpoch - seen.secondsSinceEpoch)
      let text = style.text(seen, in: zone)
      return age >= 60 ? words.text("age-ago", ["time": text, "age": Age.text(age, in: style.language)]) : text
    }
    switch outcome {
    case .fresh, .unchanged, .sample, .replayed, .stale:
      let what = [.sample, .replayed, .stale].contains(outcome) ? words.text("age-\(outcome.rawValue)") : nil
      let texts = [what, time.map { words.text("age-as-of", ["time": $0]) }].compactMap(\.self)
      return texts.isEmpty ? words.text("age-unknown") : texts.joined(separator: ", ")
    case .absent, .disabled: return words.text("age-\(outcome.rawValue)")
    }
  }
}
