import CampusCatalog
import FeedCore
import OpeningHours

/// What a run has of one feed: its report and its entries, before the entries of several feeds are merged.
struct FeedResult: Sendable {
  var report: FeedReport
  /// Of feeds that describe the same place, the one with the higher priority wins.
  let priority: Int
  var content = Content.none
  /// The id of each entry that was read in this run, in the order of the entries; empty when they come from the store.
  var ids: [EntryID] = []
  /// Where each of those entries' records is in the replies, in the same order.
  var places: [RecordPlace] = []
  /// The latest instant at which a reply was received.
  var receivedAt: Instant?
  /// Why the store could not be read or written.
  var storeError: StoreError?
  /// What is to be stored at the end of the run.
  var pending: Pending?

  /// The entries in one of three forms. Only feeds that may be merged need values; for all others their lines are enough.
  enum Content: Sendable {
    case none
    case entries([Entry])
    /// Canonical lines, and their SHA-256 when the store has them.
    case lines(EntryLines, id: String?)
    /// The lines of the last good result, which the store unpacks when they are written.
    case stored(LazyEntryLines, id: String)
  }

  enum Pending: Sendable {
    /// The last good result was seen to be current.
    case confirmation(Shared<FeedUpdate>)
    /// Recorded replies that become the last good result.
    case replies([FeedReply])
  }

  init(_ report: FeedReport, priority: Int) {
    self.report = report
    self.priority = priority
  }

  init(of feed: Feed, _ outcome: FeedReport.Outcome = .absent, reason: ReasonCode? = nil) {
    self.init(FeedReport(id: feed.id, adapter: feed.adapter, outcome: outcome, reason: reason), priority: feed.priority)
  }

  /// The entries as values; none when there are lines instead.
  var entries: [Entry] {
    get { if case .entries(let entries) = content { entries } else { [] } }
    set { content = .entries(newValue) }
  }

  /// Lines that can be written as they are, and their SHA-256 when the store has them; nil when there are no lines.
  var part: (CatalogParts.Part, id: String?)? {
    switch content {
    case .none, .entries: nil
    case .lines(let lines, let id): (.lines(lines), id)
    case .stored(let lines, let id): (.kept(lines), id)
    }
  }

  /// The same result with a report that shows no secret of its feed.
  func withoutSecrets(of feed: Feed) -> FeedResult {
    let scrubber = Scrubber(feed)
    var result = self
    result.report.notes = scrubber.clean(report.notes)
    result.report.url = report.url.map(scrubber.clean)
    result.report.etag = report.etag.map(scrubber.clean)
    return result
  }

  /// The same result without what it holds of entries.
  var withoutEntries: FeedResult {
    var result = self
    result.content = .none
    result.ids = []
    result.places = []
    return result
  }
}
