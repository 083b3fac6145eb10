import Basics
import CampusCatalog
import CatalogExport
import OpeningHours
import SnapshotStore

/// The content of a catalog: its entries and campuses. Snapshots with the same content have the same version, so that reading a feed again,
/// or failing to, does not change the tags and the cursors of clients.
struct ContentVersion: Sendable {
  /// A hash of the content.
  let tag: String
  /// The time and the changes of the first snapshot with this content.
  let generatedAt: Instant
  let changes: EntryChangeTimes?
  /// The reports of the feeds: of each, the first with the same content, so that only the time of a reading changes no export.
  let feeds: [FeedReport]
  /// When the site first showed the content with these reports; nil if other servers show it, too.
  let modified: Instant?
  /// When the site first showed the content with these feeds, addresses and licenses, whatever the outcomes of readings, except that feeds
  /// are missing.
  let modifiedWithoutOutcomes: Instant?

  /// - Parameters:
  ///   - contentHash: the hash of the entries and campuses.
  ///   - changes: when the entries last changed, if a store has that.
  ///   - previous: the version of the snapshot before.
  ///   - now: the time.
  init(
    of catalog: Catalog, contentHash: String, changes: EntryChangeTimes?, after previous: ContentVersion?, at now: Instant
  ) {
    tag = Self.tag(contentHash)
    let same = previous?.tag == tag ? previous : nil
    generatedAt = same?.generatedAt ?? catalog.generatedAt
    self.changes = same.map(\.changes) ?? changes
    let reports = Dictionary(same?.feeds.map { ($0.id, $0) } ?? []) { first, _ in first }
    let feeds = catalog.feeds.map { feed in reports[feed.id].flatMap { Self.saysTheSame($0, feed) ? $0 : nil } ?? feed }
    self.feeds = feeds
    modified = same.flatMap { $0.feeds == feeds ? $0.modified : nil } ?? Self.time(after: previous?.modified, at: now)
    let isSameSource = same?.feeds.elementsEqual(feeds) {
      $0.id == $1.id && $0.url == $1.url && $0.license == $1.license && $0.isMissing == $1.isMissing
    }
    modifiedWithoutOutcomes = isSameSource == true ? same?.modifiedWithoutOutcomes ?? modified : modified
  }

  /// Creates a version that depends on nothing but the catalog. Its time stays the same until a feed is fetched again.
  init(ofShared catalog: Catalog, contentHash: String) {
    tag = Self.tag(contentHash)
    generatedAt = catalog.feeds.newestReply ?? catalog.generatedAt
    (changes, feeds) = (nil, catalog.feeds)
    (modified, modifiedWithoutOutcomes) = (nil, nil)
  }

  private static func tag(_ contentHash: String) -> String { SHA256.hash(Array(contentHash.utf8)).hexadecimal }

  /// Whether two reports differ at most in times, and in whether a feed that was read had changed.
  private static func saysTheSame(_ old: FeedReport, _ new: FeedReport) -> Bool {
    let isSameOutcome = old.outcome.isDelivered ? new.outcome.isDelivered : old.outcome == new.outcome && old.reason == new.reason
    return isSameOutcome && old.license == new.license && old.url == new.url
  }

  /// Returns the time of a change, which is later than that of the one before, by at least the second that HTTP dates can tell apart.
  static func time(after previous: Instant?, at now: Instant) -> Instant {
    guard let previous, let next = Instant(secondsSinceEpoch: previous.secondsSinceEpoch + 1) else { return now }
    return max(now, next)
  }
}
