import CampusCatalog
import OpeningHours

/// A change log as people read it: by campus, each with what is to be known of its feeds before its entries.
struct ChangeSections {
  struct Section {
    /// "University of Pennsylvania (penn)".
    let title: String
    let feeds: [FeedNews]
    let campus: [Change]
    let entries: [EntryNews]
  }

  /// "from 2026-11-20T12:00:00Z to 2026-11-21T12:00:00Z: 1 breaking, 3 routine".
  let summary: String
  /// Why single changes say little, or that there are none.
  let verdict: String?
  let sections: [Section]

  init(_ log: ChangeLog) {
    let ranks = Change.Rank.allCases.reversed().map { (rank: $0, count: log.count($0)) }.filter { $0.count > 0 }
    let counts = ranks.map { "\($0.count) \($0.rank.rawValue)" }.joined(separator: ", ")
    summary = "from \(log.old.generatedAt) to \(log.new.generatedAt)" + (counts.isEmpty ? "" : ": \(counts)")
    verdict =
      switch log.verdict {
      case .notComparable: "Most ids are other ones: the two are not comparable"
      case .same, .different: log.isEmpty ? "No changes" : nil
      }
    let ids = Set(log.entries.compactMap(\.campus)).union(log.feeds.map(\.id.campus)).union(log.campusChanges.map(\.id))
    sections = ids.sorted().map { id in
      let name = log.campuses.first { $0.id == id }.flatMap { PlainText.line($0.name) }
      return Section(
        title: name.map { "\($0) (\(id))" } ?? id.description, feeds: log.feeds.filter { $0.id.campus == id },
        campus: log.campusChanges.first { $0.id == id }?.changes ?? [], entries: log.entries.filter { $0.campus == id })
    }
  }
}
