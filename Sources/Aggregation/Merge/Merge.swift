import CampusCatalog
import FeedKit
import OpeningHours

/// Merges the entries of several feeds of a campus that describe the same thing.
///
/// The result does not depend on the order of the entries.
struct Merge {
  /// The maximum distance between places of the same name that are considered the same, in metres.
  static let nearby = 75.0

  let links: [EntryLink]

  /// Returns the merged entries of all feeds, unsorted. Adds notes on disagreements and ambiguous matches to the feeds.
  func merge(_ results: inout [FeedResult]) -> [Entry] {
    let filled = results.filter { !$0.entries.isEmpty }
    guard filled.count > 1 else { return filled.first?.entries ?? [] }
    let members = Self.members(of: results)
    let present = Set(members.map(\.entry.id))
    var clusters = Clusters(members: members, links: links)
    let groups = clusters.find()
    var notes = MergeNotes(feeds: results.count)
    for (feed, note) in clusters.notes { notes.add(note, to: feed) }
    var entries: [Entry] = []
    for group in groups {
      guard group.count > 1 else {
        var entry = members[group[0]].entry
        if !entry.aliases.isEmpty { entry.aliases.removeAll(where: present.contains) }
        entries.append(entry)
        continue
      }
      let (entry, disagreements) = MergedEntry.make(of: group.map { members[$0] }, among: present)
      entries.append(entry)
      for (feed, note) in disagreements { notes.add(note, to: feed) }
    }
    for feed in results.indices { results[feed].report.notes += notes.all(of: feed) }
    return entries
  }

  /// An entry of a feed, with its rank in the merge.
  struct Member {
    let entry: Entry
    /// The index of its feed among the results.
    let feed: Int
    let feedID: FeedID
    let priority: Int

    /// Returns whether values of this entry win: higher priority first, then the smaller feed id, then the smaller entry id.
    func isStronger(than other: Member) -> Bool {
      if priority != other.priority { return priority > other.priority }
      if feedID != other.feedID { return feedID < other.feedID }
      return entry.id < other.entry.id
    }
  }

  private static func members(of results: [FeedResult]) -> [Member] {
    results.enumerated().flatMap { feed, result in
      result.entries.map { Member(entry: $0, feed: feed, feedID: result.report.id, priority: result.priority) }
    }
  }
}
