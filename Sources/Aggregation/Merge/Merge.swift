import CampusCatalog
import FeedKit

/// Merges the entries of several feeds of a campus that describe the same thing.
///
/// The result does not depend on the order of the entries.
struct Merge {
  /// The maximum distance between places of the same name that are considered the same, in meters.
  static let nearby = 75.0

  let links: [EntryLink]

  /// Returns the merged entries of all feeds, unsorted. Adds notes on disagreements and ambiguous matches to the feeds: up to
  /// `FeedLimits.notes` for each, and one that counts the rest.
  func merge(_ results: inout [FeedResult]) -> [Entry] {
    let filled = results.filter { !$0.entries.isEmpty }
    guard filled.count > 1 else { return MenuPlaces(links, []).entries(filled.first?.entries ?? []) }
    // Menus are never the same: only their places may be.
    let menus = results.flatMap { $0.entries.filter { $0.kind == .menu } }
    let members = results.enumerated().flatMap { feed, result in
      result.entries.lazy.filter { $0.kind != .menu }.map {
        Member(entry: $0, feed: feed, feedID: result.report.id, priority: result.priority, catalog: result.catalog)
      }
    }
    let present = Set(members.map(\.entry.id))
    var clusters = Clusters(members: members, links: links)
    let groups = clusters.find()
    var counts = Array(repeating: 0, count: results.count)
    let maximum = FeedLimits().notes
    func add(_ notes: [(feed: Int, note: Note)]) {
      for (feed, note) in notes {
        counts[feed] += 1
        if counts[feed] <= maximum { results[feed].report.notes.append(note) }
      }
    }
    add(clusters.notes)
    var entries: [Entry] = []
    for group in groups {
      guard group.count > 1 else {
        var entry = members[group[0]].entry
        if !entry.aliases.isEmpty { entry.aliases.removeAll(where: present.contains) }
        entries.append(entry)
        continue
      }
      let (entry, disagreements) = Self.combine(group.map { members[$0] }, among: present)
      entries.append(entry)
      add(disagreements)
    }
    let linked = MenuPlaces(links, entries)
    let linkedMenus = linked.entries(menus)
    add(linkNotes(linked.missingPlaces(entries + linkedMenus), linkedMenus, results))
    for (feed, count) in counts.enumerated() where count > maximum {
      results[feed].report.notes.append(Note(.notes, "\(count - maximum) more notes on the merge were left out"))
    }
    return entries + linkedMenus
  }

  /// Returns a note for each place that menus belong to but no feed has.
  private func linkNotes(_ missing: [EntryID], _ menus: [Entry], _ results: [FeedResult]) -> [(feed: Int, note: Note)] {
    missing.compactMap { place in
      // Nothing is known about the places of a feed that failed, or that was not asked for.
      guard results.contains(where: { $0.report.id == place.feed && $0.report.outcome.isDelivered }),
        let source = menus.first(where: { $0.menu?.place == place })?.sources.first,
        let feed = results.firstIndex(where: { $0.report.id == source.feed })
      else { return nil }
      let advice = "correct its name in \"links\" of the registry file, or add a link: {\"place\": [\"the place\", \"\(place)\"]}"
      return (feed, Note(.menuPlace, entry: place, "menus belong to \(place), which is not in the catalog; \(advice)"))
    }
  }

  /// Combines several entries into one: each part has the value of the strongest member that has one.
  ///
  /// - Parameters:
  ///   - members: at least two, the strongest first.
  ///   - present: the ids of all members of all entries, which cannot be aliases.
  /// - Returns: also notes on members whose values differ.
  private static func combine(_ members: [Member], among present: Set<EntryID>) -> (Entry, notes: [(feed: Int, note: Note)]) {
    var entry = members[0].entry
    let former = Set(members.flatMap(\.entry.aliases)).subtracting(present)
    entry.aliases = (members.dropFirst().map(\.entry.id) + former).sorted()
    entry.sources = Set(members.flatMap(\.entry.sources)).sorted()
    var provenance: [Provenance] = []
    var notes: [(feed: Int, note: Note)] = []
    for part in EntryPart.all {
      let values = members.compactMap { member in part.json(member.entry).map { (member: member, json: $0) } }
      guard let winner = values.first else { continue }
      part.copy(winner.member.entry, &entry)
      let losers = values.dropFirst().filter { !$0.json.utf8.elementsEqual(winner.json.utf8) }
      // A catalog may have merged or corrected the value before.
      let before = winner.member.entry.provenance(of: part.name)
      provenance.append(
        Provenance(
          field: part.name, origin: before?.origin ?? .entry(winner.member.entry.id), because: before?.because, until: before?.until,
          overridden: (before?.field == part.name ? before?.overridden ?? [] : [])
            + losers.map { Provenance.OverriddenValue(from: $0.member.entry.id, value: $0.json) }))
      for loser in losers {
        let detail = "\(part.name): the value of \(winner.member.entry.id) was preferred to that of this feed"
        notes.append((loser.member.feed, Note(.mergeDisagreement, entry: loser.member.entry.id, detail)))
      }
    }
    entry.makeDatesConsistent()
    entry.provenance = provenance.sorted { $0.field.utf8.lexicographicallyPrecedes($1.field.utf8) }
    return (entry, notes)
  }

  /// An entry of a feed, with its rank in the merge.
  struct Member {
    let entry: Entry
    /// The index of its feed among the results.
    let feed: Int
    let feedID: FeedID
    let priority: Int
    /// The catalog that delivered its feed; nil for a feed that was read here.
    let catalog: FeedID?

    /// Returns whether values of this entry win: higher priority first, then the smaller feed id, then the smaller entry id.
    func isStronger(than other: Member) -> Bool {
      (other.priority, feedID, entry.id) < (priority, other.feedID, other.entry.id)
    }

    /// Returns whether both come from one catalog, which has decided already whether they are the same.
    func isFromSameCatalog(as other: Member) -> Bool { catalog != nil && catalog == other.catalog }
  }
}

extension Entry {
  /// Returns where a part has its value from according to the provenance of the entry: that of the part, or else that of the field it belongs to.
  fileprivate func provenance(of part: String) -> Provenance? {
    if provenance.isEmpty { return nil }
    return provenance.first { $0.field == part } ?? provenance.first { part.hasPrefix("\($0.field).") }
  }
}
