import CampusCatalog
import FeedKit
import Fetching
import OpeningHours

extension UpstreamCatalog {
  /// Returns the catalog without secrets in its addresses and notes, and without times after it was received, which would make a feed look
  /// fresher than it is.
  ///
  /// - Parameters:
  ///   - feed: the feed of the catalog, whose secrets its server may have sent back.
  ///   - receivedAt: when the catalog was received; nil if unknown.
  func sanitized(for feed: Feed, receivedAt: Instant?) -> UpstreamCatalog {
    let scrubber = Scrubber(feed)
    var catalog = self
    for index in feeds.indices {
      var report = feeds[index]
      report.url = report.url.map { scrubber.clean(PublicAddress.withoutSecrets($0)) }
      report.via = report.via.map { scrubber.clean(PublicAddress.withoutSecrets($0)) }
      report.etag = report.etag.map(scrubber.clean)
      report.notes = scrubber.clean(report.notes)
      if let receivedAt {
        report.fetchedAt = report.fetchedAt.map { min($0, receivedAt) }
        report.checkedAt = report.checkedAt.map { min($0, receivedAt) }
      }
      // This run sends no requests to the server of the feed.
      report.attempts = nil
      catalog.feeds[index] = report
    }
    return catalog
  }

  /// Returns the catalog with some reports replaced by earlier ones.
  ///
  /// - Parameter before: the earlier catalog, whose campuses these reports need.
  func replacing(_ reports: [FeedID: FeedReport], from before: UpstreamCatalog) -> UpstreamCatalog {
    let needed = Set(reports.keys.map(\.campus)).subtracting(campuses.map(\.id))
    return UpstreamCatalog(
      campuses: (campuses + before.campuses.filter { needed.contains($0.id) }).sorted { $0.id < $1.id },
      feeds: (feeds.filter { reports[$0.id] == nil } + reports.values).sorted { $0.id < $1.id })
  }
}

extension FeedResult {
  /// The report of a feed that a catalog delivered, as this run shows it: with the upstream's outcome and age, unless the catalog itself is older.
  ///
  /// | the catalog is | the upstream delivered the feed | its last good result | no result |
  /// |---|---|---|---|
  /// | `fresh` | the same outcome | `stale` | `absent` |
  /// | `unchanged` | `unchanged` | `stale` | `absent` |
  /// | `replayed`, `sample` | the outcome of the catalog | `stale` | `absent` |
  /// | `stale` | `stale`, with the catalog's reason | `stale`, with the catalog's reason | `absent`, with the catalog's reason |
  ///
  /// A feed that is held back, or that the upstream has not checked for 14 days, is `stale`.
  func shown(_ feed: FeedReport) -> FeedReport {
    var shown = feed
    let isCurrent = feed.outcome == .fresh || feed.outcome == .unchanged
    if isCurrent, feed.fetchedAt == nil, feed.checkedAt == nil { (shown.fetchedAt, shown.checkedAt) = (report.fetchedAt, report.checkedAt) }
    switch report.outcome {
    case .stale where feed.outcome != .disabled:
      shown.outcome = feed.outcome == .absent ? .absent : .stale
      shown.reason = report.reason
      let detail = report.notes.first { $0.code == report.reason }?.detail
      if let reason = report.reason {
        shown.notes.append(Note(reason, "the catalog \(report.id): \(detail ?? "\(reason)")"))
      }
    case .unchanged where isCurrent:
      shown.outcome = .unchanged
      shown.reason = feed.reason ?? report.reason
    case .replayed where isCurrent, .sample where isCurrent: shown.outcome = report.outcome
    default: break
    }
    if let held = heldFeeds[feed.id], shown.outcome != .absent {
      if report.outcome != .stale { (shown.outcome, shown.reason) = (.stale, held.reason) }
      shown.notes.append(Note(held.reason, held.text(feed.id)))
    } else if let moment, shown.outcome == .fresh || shown.outcome == .unchanged, let seen = shown.checkedAt ?? shown.fetchedAt {
      let age = moment.seconds(since: seen)
      if age >= Acceptance.longestTrust {
        (shown.outcome, shown.reason) = (.stale, .catalogOld)
        shown.notes.append(Note(.catalogOld, "the upstream checked the feed last \(Age.text(age)) ago"))
      }
    }
    return shown
  }

  /// Returns the results of the feeds that a catalog delivered, before the merge; none for other feeds.
  ///
  /// - Parameter hold: returns lines outside of memory if there are too many in it.
  func delivered(_ hold: (LazyEntryLines) -> LazyEntryLines) throws -> [FeedResult] {
    guard let upstream, let content else { return [] }
    let shown = Set(upstream.feeds.map(\.id))
    var parts: [FeedID: CatalogParts.Part]
    switch content {
    case .lines(let lines):
      parts = Dictionary(
        try lines.lines().byFeed().filter { shown.contains($0.feed) }.map { ($0.feed, .lines(hold(LazyEntryLines($0.lines)))) }
      ) { first, _ in first }
    case .entries(let entries):
      parts = Dictionary(grouping: entries.filter { $0.id.feed != nil }) { $0.id.feed ?? report.id }.mapValues { .entries($0) }
    }
    return upstream.feeds.map { feed in
      var result = FeedResult(self.shown(feed), priority: priority)
      result.catalog = report.id
      result.content = parts[feed.id]
      // Entries without a result cannot be: the upstream has at least an old one.
      if result.content != nil, result.report.outcome == .absent || result.report.outcome == .disabled { result.report.outcome = .stale }
      return result
    }
  }
}
