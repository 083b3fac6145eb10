import Basics
import CampusCatalog
import OpeningHours
import SnapshotStore

/// The content of a catalog: its entries, campuses and feeds, apart from the times at which feeds were read. Snapshots with the same content
/// have the same version, so that reading a feed again does not change the exports, the tags and the cursors of clients.
struct ContentVersion: Sendable {
  /// A hash of the content.
  let tag: String
  /// The time, the feeds and the changes of the first snapshot with this content.
  let generatedAt: Instant
  let feeds: [FeedReport]
  let changes: EntryChangeTimes?
  /// When the site first showed it.
  let modified: Instant

  /// - Parameters:
  ///   - contentHash: the hash of the entries and campuses.
  ///   - changes: when the entries last changed, if a store knows it.
  ///   - previous: the version of the snapshot before.
  ///   - now: the time.
  init(
    of catalog: Catalog, contentHash: String, changes: EntryChangeTimes?, after previous: ContentVersion?, at now: Instant
  ) {
    let feeds = catalog.feeds.map { feed in
      [feed.id.description, feed.license ?? "", feed.url ?? ""]
        + (feed.outcome.isDelivered ? [] : ["\(feed.outcome)", "\(feed.reason?.description ?? "")"])
    }
    let tag = SHA256.hash(Array("\(contentHash)\n\(feeds)".utf8)).hexadecimal
    if let previous, previous.tag == tag {
      self = previous
    } else {
      self.tag = tag
      generatedAt = catalog.generatedAt
      self.feeds = catalog.feeds
      self.changes = changes
      modified = Self.time(after: previous?.modified, at: now)
    }
  }

  /// Returns the time of a change, which is later than that of the one before, by at least the second that HTTP dates can tell apart.
  static func time(after previous: Instant?, at now: Instant) -> Instant {
    guard let previous, let next = Instant(secondsSinceEpoch: previous.secondsSinceEpoch + 1) else { return now }
    return max(now, next)
  }
}
