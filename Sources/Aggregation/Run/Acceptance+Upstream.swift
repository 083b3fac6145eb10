import CampusCatalog
import FeedKit
import Fetching

extension Acceptance {
  /// Returns the result of a catalog with the last good entries and reports of the feeds whose new ones are not accepted:
  ///
  /// - The upstream has no result of the feed: its last good entries stay, and its outcome is `stale` with the upstream's reason.
  /// - The entries look like a mistake (`ResultGuard`): they are held back until further polls or an operator confirm them.
  ///
  /// The entries of a feed are those whose ids it has; menus do not count. Its records also include entries that the upstream merged into others, so that a merge there
  /// is not taken for a loss.
  ///
  /// - Parameter last: the lines of the last good result.
  func keepingFeeds(of read: FeedReader.Normalized, insteadOf last: EntryLines, _ known: FeedState) -> FeedReader.Normalized {
    guard let upstream = read.upstream, let before = known.lastGood?.upstream, !isAlwaysAccepted else { return read }
    var (read, kept): (FeedReader.Normalized, [FeedID: FeedReport]) = (read, [:])
    let lines = read.lines
    var records = (old: Self.byFeed(last.idsAndAliasesBesidesMenus), new: Self.byFeed(lines.idsAndAliasesBesidesMenus))
    // A feed of menus only has no records to judge it by, but its entries stay if it is absent.
    if last.hasMenus { for feed in Set(last.ids.compactMap(\.feed)) { records.old[feed, default: []] += [] } }
    // What the feed may no longer deliver is left out at once.
    for id in records.old.keys where !feed.mayDeliver(id) || read.loops.contains(id) { records.old[id] = nil }
    let reports = Dictionary(upstream.feeds.map { ($0.id, $0) }) { first, _ in first }
    for var report in before.feeds {
      guard let old = records.old[report.id] else { continue }
      let (new, found) = (records.new[report.id] ?? [], reports[report.id])
      let suspicion = found?.outcome == .disabled ? nil : ResultGuard.suspicion(new, insteadOf: old.count, ids: { old })
      if let found, found.outcome == .absent, new.isEmpty {
        (report.outcome, report.reason, report.notes, report.via) = (.stale, found.reason, found.notes, found.via)
        kept[report.id] = report
      } else if let reason = suspicion?.reason, !options.accepted.contains(report.id),
        let held = ResultGuard.held(known.heldFeeds[report.id], reason, entries: new.count, at: now)
      {
        kept[report.id] = report
        read.held[report.id] = held
      } else if suspicion != nil || found?.outcome == .disabled {
        // It has been confirmed, so the whole result is judged without it.
        (records.old[report.id], records.new[report.id]) = (nil, nil)
      }
      if kept[report.id] != nil { records.new[report.id] = old }
    }
    read.records = (records.old.values.flatMap(\.self), records.new.values.flatMap(\.self))
    guard !kept.isEmpty else { return read }
    let isKept = { (id: EntryID) in id.feed.map { kept[$0] != nil } ?? false }
    let stay = read.ids.indices.filter { !isKept(read.ids[$0]) }
    read.keptIDs = last.ids.filter(isKept)
    (read.ids, read.pointers) = (stay.map { read.ids[$0] }, stay.map { read.pointers[$0] })
    let parts = lines.byFeed().filter { kept[$0.feed] == nil } + last.byFeed().filter { kept[$0.feed] != nil }
    read.lines = EntryLines(joining: parts)
    read.upstream = upstream.replacing(kept, from: before)
    return read
  }

  private static func byFeed(_ ids: [EntryID]) -> [FeedID: [EntryID]] {
    var feeds: [FeedID: [EntryID]] = [:]
    for id in Set(ids) { if let feed = id.feed { feeds[feed, default: []].append(id) } }
    return feeds
  }
}

extension FeedState.Held {
  /// A sentence about the held feed of a catalog, without a period.
  func text(_ feed: FeedID) -> String {
    let found =
      entries == 0 ? "the catalog has no entries of the feed" : "the catalog has \(entries.counted("entry", "entries")) of the feed"
    return
      "\(found), which may be a mistake; held back (seen \(count) of \(ResultGuard.confirmations) times); --accept \(feed) accepts it now"
  }
}
