public import CampusCatalog
public import OpeningHours

/// The changes between two catalogs, described in words, for people and programs.
///
/// Entries are paired by id, then by aliases; the rest by name, building or position, and hours (`EntryMatching`). A feed without a current
/// result in one of the catalogs is reported; its entries never count as gone, and the values that came from it are not compared. Hours are
/// compared by meaning, and dated hours only on days that both catalogs decide. Quotes are a stream: new ones are reported, missing ones
/// are not.
///
///     let log = try ChangeLog(CatalogComparison(old, new))
///     let lines = ChangeText.lines(of: log)
public struct ChangeLog: Sendable, Hashable {
  /// The result of a comparison as a whole.
  public enum Verdict: String, Sendable, Hashable {
    case same, different
    /// Most ids differ, so entries were paired by name.
    case notComparable = "not-comparable"
  }

  /// One of the two catalogs.
  public struct Edition: Sendable, Hashable {
    /// The display name of the catalog, such as the path of its file; nil if it has none.
    public internal(set) var name: String?
    public let generatedAt: Instant
    /// Whether this is the time of the data. False if the catalog was made from recordings without a time.
    fileprivate(set) var isDated: Bool
    /// The hash of its campuses and entries, such as "sha256:…".
    public let contentHash: String
    public let entries: Int
  }

  public private(set) var old: Edition
  public private(set) var new: Edition
  /// The campuses of both catalogs, sorted by id. A campus of both has the values of the new one.
  public internal(set) var campuses: [Campus]
  /// Whether the catalogs differ, and whether they can be compared.
  public internal(set) var verdict: Verdict
  /// The feeds that either catalog lists.
  public let feedIDs: Set<FeedID>
  /// The feeds with remarks, sorted by id.
  public internal(set) var feeds: [FeedComparison]
  /// The changes of campuses themselves, sorted by id.
  public internal(set) var campusChanges: [CampusChanges]
  /// The changes of entries, the highest rank first, then by campus, name and id.
  public internal(set) var entries: [EntryChanges]
  /// The clock and the units of the texts.
  let style: RegionalStyle.Choice

  /// Sets the display names of the two catalogs, such as the paths of their files, and whether they are runs of a store, whose times are
  /// known.
  public mutating func setNames(old: (name: String?, isRun: Bool), new: (name: String?, isRun: Bool)) {
    (self.old.name, self.new.name) = (old.name, new.name)
    if old.isRun { self.old.isDated = true }
    if new.isRun { self.new.isDated = true }
  }

  /// Whether changes may have been left out by a filter.
  public private(set) var isFiltered = false

  /// Whether nothing has changed. (A remark that a feed delivered to neither catalog does not count.)
  public var isEmpty: Bool { entries.isEmpty && campusChanges.isEmpty && !feeds.contains(where: \.isChange) }

  /// Whether hours have no day in common, so a change cannot be detected.
  var hasIncomparableHours: Bool { feeds.contains { $0.withoutCommonDay > 0 } }

  /// Returns the number of entries and campuses whose highest rank is this one.
  public func count(_ rank: Change.Rank) -> Int { entries.count { $0.rank == rank } + campusChanges.count { $0.rank == rank } }

  /// Returns the part of the log that is about some campuses or feeds, kinds of entries, and changes of some ranks. An entry whose former
  /// id belongs to a selected campus or feed is included.
  ///
  /// - Returns: the log, with the verdict on the remaining changes: `same` if there are no changes.
  public func filtered(by filter: ChangeFilter) -> ChangeLog {
    let (campuses, feeds, kinds, ranks) = (filter.campuses, filter.feeds, filter.kinds, filter.ranks)
    var log = filter.ids.map(only) ?? self
    log.isFiltered = isFiltered || !filter.isEmpty
    let isWanted = { (feed: FeedID) in
      campuses.isEmpty && feeds.isEmpty || campuses.contains(feed.campus) || feeds.contains(feed)
    }
    let isWantedRank = { (rank: Change.Rank) in ranks.isEmpty || ranks.contains(rank) }
    if !campuses.isEmpty || !feeds.isEmpty {
      log.campuses = log.campuses.filter { campus in campuses.contains(campus.id) || feeds.contains { $0.campus == campus.id } }
    }
    log.feeds = log.feeds.filter { isWanted($0.id) }
    if !kinds.isEmpty && !kinds.contains(.quote) || !isWantedRank(.routine) {
      for index in log.feeds.indices { log.feeds[index].removeStreamedEntries() }
      log.feeds.removeAll { $0.texts.isEmpty }
    }
    log.campusChanges = log.campusChanges.compactMap { campus in
      guard campuses.isEmpty && feeds.isEmpty || campuses.contains(campus.id), kinds.isEmpty else { return nil }
      var campus = campus
      campus.changes = campus.changes.filter { isWantedRank($0.rank) }
      return campus.changes.isEmpty ? nil : campus
    }
    log.entries = log.entries.compactMap { entry in
      guard let feed = entry.id.feed, isWanted(feed) || entry.formerID?.feed.map(isWanted) == true,
        kinds.isEmpty || kinds.contains(entry.kind)
      else { return nil }
      var entry = entry
      entry.changes = entry.changes.filter { isWantedRank($0.rank) }
      return entry.changes.isEmpty ? nil : entry
    }
    // An entry without its breaking change may come later.
    log.entries.sort(by: EntryChanges.areInOrder)
    // Remarks on feeds have no kind and no rank.
    if !kinds.isEmpty || !ranks.isEmpty {
      for index in log.feeds.indices {
        let mayDiffer = ranks.isEmpty && kinds.contains(.place) && log.feeds[index].withoutCommonDay > 0
        log.feeds[index].isChange = log.feeds[index].streamed > 0 || mayDiffer
      }
    }
    if log.isEmpty || log.feeds.allSatisfy(\.isComparable), log.verdict == .notComparable { log.verdict = .different }
    if log.verdict == .different, log.isEmpty { log.verdict = .same }
    return log
  }

  /// Returns the changes of entries that have or had one of these ids, with the remarks on their feeds, which do not count as changes.
  private func only(_ ids: Set<EntryID>) -> ChangeLog {
    let feeds = Set(ids.compactMap(\.feed))
    var log = self
    log.campuses = campuses.filter { campus in feeds.contains { $0.campus == campus.id } }
    log.campusChanges = []
    log.feeds = self.feeds.filter { feeds.contains($0.id) }
    for index in log.feeds.indices {
      log.feeds[index].removeStreamedEntries()
      log.feeds[index].isChange = false
    }
    log.feeds.removeAll { $0.texts.isEmpty }
    log.entries = entries.filter { ids.contains($0.id) || $0.formerID.map(ids.contains) == true }
    return log
  }
}
