/// A change log grouped for people: by campus, with remarks on its feeds before the changes of its entries.
struct ChangeSections {
  struct Section {
    /// "University of Pennsylvania (penn)".
    let title: String
    let feeds: [FeedComparison]
    let campus: [Change]
    let entries: [EntryChanges]
  }

  /// "from 2026-11-20T12:00:00Z to 2026-11-21T12:00:00Z: 1 breaking, 3 routine".
  let summary: String
  /// A sentence without a full stop that says that nothing changed, or that the catalogs are not comparable; otherwise nil.
  let verdict: String?
  /// The campuses with changes or remarks, sorted by id.
  let sections: [Section]

  init(_ log: ChangeLog) {
    let ranks = Change.Rank.allCases.reversed().map { (rank: $0, count: log.count($0)) }.filter { $0.count > 0 }
    let counts = ranks.map { "\($0.count) \($0.rank.rawValue)" }.joined(separator: ", ")
    summary = "from \(log.old.generatedAt) to \(log.new.generatedAt)" + (counts.isEmpty ? "" : ": \(counts)")
    verdict =
      switch log.verdict {
      case .notComparable: "Most ids are different: the two are not comparable"
      case .same, .different: log.isEmpty ? "No changes" : nil
      }
    let entries = Dictionary(grouping: log.entries, by: \.campus)
    let feeds = Dictionary(grouping: log.feeds) { $0.id.campus }
    let changes = Dictionary(log.campusChanges.map { ($0.id, $0.changes) }) { $1 }
    let names = Dictionary(log.campuses.map { ($0.id, $0.name) }) { $1 }
    let ids = Set(entries.keys).union(feeds.keys).union(changes.keys)
    sections = ids.sorted().map { id in
      Section(
        title: names[id].flatMap { PlainText.line($0) }.map { "\($0) (\(id))" } ?? id.description, feeds: feeds[id] ?? [],
        campus: changes[id] ?? [], entries: entries[id] ?? [])
    }
  }
}
