public import CampusCatalog
public import OpeningHours

/// What has changed between two catalogs, in the words of the field: what people and programs want to be told.
///
/// Entries are matched by id, then by aliases. A feed that one of the catalogs had no current result of is told of, and its entries
/// are never gone; what an entry took from such a feed is not compared. Hours are compared by meaning, and dated hours on days that
/// both sides decide. Quotes are a stream: they come, they are never gone.
public struct ChangeLog: Sendable, Hashable {
  public enum Verdict: String, Sendable, Hashable {
    case same, different
    /// Most ids are other ones: what is told of single entries says little.
    case notComparable = "not-comparable"
  }

  /// One of the two catalogs.
  public struct Edition: Sendable, Hashable {
    public let generatedAt: Instant
    public let contentHash: String
    /// How many entries it has.
    public let entries: Int
  }

  public let old: Edition
  public let new: Edition
  /// Of both catalogs, the newer values; sorted by id.
  public let campuses: [Campus]
  public internal(set) var verdict: Verdict
  /// The feeds that either of them tells of.
  public let feedIDs: Set<FeedID>
  /// What is to be known of feeds; only those of which there is something. Sorted by id.
  public internal(set) var feeds: [FeedNews]
  /// Changes of campuses themselves. Sorted by id.
  public internal(set) var campusChanges: [CampusNews]
  /// Sorted by campus, name and id.
  public internal(set) var entries: [EntryNews]

  /// There is nothing to tell. (A hint that a feed did not deliver, in both catalogs, is none.)
  public var isEmpty: Bool { entries.isEmpty && campusChanges.isEmpty && !feeds.contains(where: \.isNews) }

  /// How many entries have a change of this rank as their gravest.
  public func count(_ rank: Change.Rank) -> Int { entries.count { $0.rank == rank } + campusChanges.count { $0.rank == rank } }

  /// The same, of these campuses, feeds and kinds, and with changes of one rank only. Empty lists mean all.
  public func filtered(
    campuses: Set<CampusID> = [], feeds: Set<FeedID> = [], kinds: Set<Entry.Kind> = [], rank: Change.Rank? = nil
  ) -> ChangeLog {
    var log = self
    let isMeant = { (feed: FeedID) in
      campuses.isEmpty && feeds.isEmpty || campuses.contains(feed.campus) || feeds.contains(feed)
    }
    log.feeds = self.feeds.filter { isMeant($0.id) }
    if !kinds.isEmpty && !kinds.contains(.quote) || rank != nil && rank != .routine {
      for index in log.feeds.indices { log.feeds[index].leaveStreamOut() }
      log.feeds.removeAll { $0.texts.isEmpty }
    }
    log.campusChanges = self.campusChanges.compactMap { news in
      guard campuses.isEmpty && feeds.isEmpty || campuses.contains(news.id), kinds.isEmpty else { return nil }
      var news = news
      news.changes = news.changes.filter { rank == nil || $0.rank == rank }
      return news.changes.isEmpty ? nil : news
    }
    log.entries = entries.compactMap { entry in
      guard let feed = entry.id.feed, isMeant(feed) || entry.formerID?.feed.map(isMeant) == true,
        kinds.isEmpty || kinds.contains(entry.kind)
      else { return nil }
      var entry = entry
      entry.changes = entry.changes.filter { rank == nil || $0.rank == rank }
      return entry.changes.isEmpty ? nil : entry
    }
    if log.verdict == .notComparable, log.feeds.allSatisfy(\.isComparable) { log.verdict = .different }
    if log.verdict == .different, log.isEmpty { log.verdict = .same }
    return log
  }
}
