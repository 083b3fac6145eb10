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
    let seen = checkedAt ?? fetchedAt
    let time = seen.map { seen in
      let age = Int(moment.secondsSinceEpoch - seen.secondsSinceEpoch)
      return "\(style.text(seen, in: zone))\(age >= 60 ? ", \(Age.text(age)) ago" : "")"
    }
    let what: String? =
      switch outcome {
      case .sample: "a sample"
      case .replayed: "a recording"
      case .stale: "not readable now"
      case .fresh, .unchanged, .absent, .disabled: nil
      }
    switch outcome {
    case .fresh, .unchanged, .sample, .replayed, .stale:
      let texts = [what, time.map { "as of \($0)" }].compactMap(\.self)
      return texts.isEmpty ? "read at a time that was not recorded" : texts.joined(separator: ", ")
    case .absent: return "missing: it could not be read"
    case .disabled: return "missing: it is disabled"
    }
  }
}
