package import CampusCatalog
package import OpeningHours

/// A feed in the list of sources: its outcome, its age and its license.
package struct FeedItem {
  private let feed: FeedReport
  private let now: Instant
  private let zone: Zone?

  /// - Parameters:
  ///   - now: the moment of the page.
  ///   - zone: the zone of its times; nil for UTC.
  package init(_ feed: FeedReport, at now: Instant, in zone: Zone?) { (self.feed, self.now, self.zone) = (feed, now, zone) }

  /// - Parameter more: text after the license.
  package func html(_ more: HTML? = nil) -> HTML {
    let id = feed.id.description
    let name: HTML = feed.url.map { "<a href=\"\(link: $0)\" rel=\"noreferrer\">\(id)</a>" } ?? "\(id)"
    let licence: HTML? = feed.licence.map { ". \($0)" }
    return "<li>\(name): \(age)\(licence)\(more)</li>"
  }

  /// The outcome and the time of reading: "as of Sat 21 Nov 2026 11:45, 15 min ago".
  package var age: String {
    let seen = feed.checkedAt ?? feed.fetchedAt
    let time = seen.map { seen in
      let age = Int(now.secondsSinceEpoch - seen.secondsSinceEpoch)
      return "\(seen.text(in: zone))\(age >= 60 ? ", \(Age.text(age)) ago" : "")"
    }
    return switch feed.outcome {
    case .fresh, .unchanged: "as of \(time ?? "an unknown time")"
    case .sample: "a sample, as of \(time ?? "an unknown time")"
    case .replayed: "a recording, as of \(time ?? "an unknown time")"
    case .stale: "not readable now, as of \(time ?? "an unknown time")"
    case .absent: "missing: it could not be read"
    case .disabled: "missing: it is disabled"
    }
  }
}
