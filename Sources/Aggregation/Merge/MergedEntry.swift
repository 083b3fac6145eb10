import CampusCatalog
import FeedKit
import OpeningHours

/// Combines several entries into one: each part has the value of the strongest member that has one.
enum MergedEntry {
  /// Returns the merged entry, and notes on members whose values differ.
  ///
  /// - Parameters:
  ///   - members: at least two, the strongest first.
  ///   - present: the ids of all members of all entries, which cannot be aliases.
  static func make(of members: [Merge.Member], among present: Set<EntryID>) -> (Entry, notes: [(feed: Int, note: Note)]) {
    var entry = members[0].entry
    let former = Set(members.flatMap(\.entry.aliases)).subtracting(present)
    entry.aliases = (members.dropFirst().map(\.entry.id) + former).sorted()
    entry.sources = members.flatMap(\.entry.sources).sorted()
    var provenance: [Provenance] = []
    var notes: [(feed: Int, note: Note)] = []
    for part in EntryPart.all {
      let values = members.compactMap { member in part.json(member.entry).map { (member: member, json: $0) } }
      guard let winner = values.first else { continue }
      part.copy(winner.member.entry, &entry)
      let losers = values.dropFirst().filter { !$0.json.utf8.elementsEqual(winner.json.utf8) }
      provenance.append(
        Provenance(
          field: part.name, origin: .entry(winner.member.entry.id),
          overridden: losers.map { Provenance.OverriddenValue(from: $0.member.entry.id, value: $0.json) }))
      for loser in losers {
        let detail = "\(part.name): the value of \(winner.member.entry.id) stands, this feed has another"
        notes.append((loser.member.feed, Note(.mergeDisagreement, entry: loser.member.entry.id, detail)))
      }
    }
    entry.provenance = provenance.sorted { $0.field.utf8.lexicographicallyPrecedes($1.field.utf8) }
    return (entry, notes)
  }
}
