import CampusCatalog
import FeedKit
import OpeningHours

/// Makes one entry of the entries of several feeds of a campus that describe the same thing.
///
/// Which entries belong together does not depend on the order in which they come.
struct Merge {
  /// Places with one name are the same when they are no further apart, in metres.
  static let nearby = 75.0

  let links: [EntryLink]

  /// The entries of all feeds, merged, in any order. Disagreements and matches that are not clear become notes of the feeds.
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

  /// One entry of one feed, with what decides between it and others.
  struct Member {
    let entry: Entry
    /// The index of its feed among the results.
    let feed: Int
    let feedID: FeedID
    let priority: Int

    /// The feed with the higher priority is stronger; of equal ones, the one whose id comes first.
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
