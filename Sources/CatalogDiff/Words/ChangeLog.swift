public import CampusCatalog
public import OpeningHours

/// The changes between two catalogs in words, for people and programs.
///
/// Entries are matched by id, then by aliases. A feed without a current result in one of the catalogs is reported; its entries
/// never count as gone, and the values that came from it are not compared. Hours are compared by meaning, and dated hours on days that
/// both sides decide. Quotes are a stream: new ones are reported, missing ones are not.
public struct ChangeLog: Sendable, Hashable {
  /// The result of a comparison as a whole.
  public enum Verdict: String, Sendable, Hashable {
    case same, different
    /// Most ids differ, so the changes of single entries mean little.
    case notComparable = "not-comparable"
  }

  /// One of the two catalogs.
  public struct Edition: Sendable, Hashable {
    /// When the catalog was made.
    public let generatedAt: Instant
    /// The hash of its campuses and entries.
    public let contentHash: String
    /// How many entries it has.
    public let entries: Int
  }

  public let old: Edition
  public let new: Edition
  /// Of both catalogs, the newer values; sorted by id.
  public let campuses: [Campus]
  /// Whether the catalogs differ, and whether they can be compared.
  public internal(set) var verdict: Verdict
  /// The feeds of both catalogs.
  public let feedIDs: Set<FeedID>
  /// The feeds that have something to report. Sorted by id.
  public internal(set) var feeds: [FeedNews]
  /// Changes of campuses themselves. Sorted by id.
  public internal(set) var campusChanges: [CampusNews]
  /// Sorted by campus, name and id.
  public internal(set) var entries: [EntryNews]

  /// Whether nothing has changed. (A note that a feed delivered to neither catalog does not count.)
  public var isEmpty: Bool { entries.isEmpty && campusChanges.isEmpty && !feeds.contains(where: \.isNews) }

  /// How many entries and campuses have this rank as their gravest.
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
