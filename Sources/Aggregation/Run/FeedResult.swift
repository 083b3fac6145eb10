import CampusCatalog
import FeedKit
import Fetching
import OpeningHours

/// The result of one feed in a run: its report and its entries, before the merge with other feeds.
struct FeedResult: Sendable {
  var report: FeedReport
  /// The feed's rank in a merge; values of the higher priority win.
  let priority: Int
  /// The entries: lines, or values for a merge or a session; nil if there are none.
  var content: CatalogParts.Part?
  /// The ids of the entries that were just read, in the order of the entries; empty if the entries come from the store.
  var ids: [EntryID] = []
  /// The locations of those entries' records in the replies, in the same order.
  var pointers: [RecordPointer] = []
  /// The campuses and feed reports of a catalog, as it has them; nil for other feeds.
  var upstream: UpstreamCatalog?
  /// The feeds of a catalog whose last good entries are shown instead of suspicious ones.
  var heldFeeds: [FeedID: FeedState.Held] = [:]
  /// The time from which the age of a catalog's feeds is computed; nil for recordings.
  var moment: Instant?
  /// For a feed that a catalog delivered: the feed of the catalog.
  var catalog: FeedID?
  /// When the newest reply was received.
  var receivedAt: Instant?
  /// How long it took to read the feed; nil if no request was sent.
  var duration: Duration?
  /// The error of the store, if it could not be read or written.
  var storeError: StoreError?
  /// The confirmation that the last good result is current, to store at the end of the run. At most one; in an array, because it is large
  /// to copy.
  var confirmations: [FeedUpdate] = []
  /// The recorded replies that become the last good result at the end of the run.
  var replies: [FeedReply] = []

  init(_ report: FeedReport, priority: Int) {
    self.report = report
    self.priority = priority
  }

  /// Creates the result of a feed that is not read.
  init(of feed: Feed, refusedFor reason: ReasonCode, _ detail: String?) {
    let notes = detail.map { [Note(reason, $0)] } ?? []
    self.init(FeedReport(id: feed.id, adapter: feed.adapter, outcome: .disabled, reason: reason, notes: notes), priority: feed.priority)
  }

  /// Creates the result of a feed whose stored state cannot be read.
  init(of feed: Feed, _ error: StoreError) {
    self.init(FeedReport(id: feed.id, adapter: feed.adapter, outcome: .absent), priority: feed.priority)
    fail(error)
  }

  /// Records that the result cannot be read from the store.
  mutating func fail(_ error: StoreError) {
    storeError = error
    content = nil
    var absent = FeedReport(id: report.id, adapter: report.adapter, outcome: .absent, reason: error.reason)
    absent.notes = report.notes + [Note(error.reason, error.detail)]
    (absent.license, absent.via, absent.attempts) = (report.license, report.via, report.attempts)
    report = absent
  }

  /// The entries as values; empty if they are lines.
  var entries: [Entry] {
    get { if case .entries(let entries) = content { entries } else { [] } }
    set { content = .entries(newValue) }
  }

  /// The lines; nil if there are none.
  var lines: LazyEntryLines? { if case .lines(let lines) = content { lines } else { nil } }

  /// Decodes entries that are lines. If that is not possible, the feed is absent.
  mutating func decode() {
    guard let lines else { return }
    do throws(StoreError) { entries = try lines.entries(of: report.id) } catch {
      fail(error)
    }
  }

  /// Returns a copy with secrets of the feed masked in the report.
  func withoutSecrets(of feed: Feed) -> FeedResult {
    let scrubber = Scrubber(feed)
    var result = self
    result.report.notes = scrubber.clean(report.notes)
    // Mostly the address of the feed, whose text need not be in memory twice.
    let url = report.url.map(scrubber.clean)
    result.report.url = feed.addresses.values.lazy.joined().first { $0.url == url }?.url ?? url
    result.report.etag = report.etag.map(scrubber.clean)
    return result
  }
}
