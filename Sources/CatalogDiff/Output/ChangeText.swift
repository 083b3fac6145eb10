/// A change log as plain text for people, by campus and entry.
///
///     Changes from 2026-11-20T12:00:00Z to 2026-11-21T12:00:00Z: 1 routine
///
///     University of Pennsylvania (penn)
///       Commons  penn/dining/593
///         opens an hour later on Fridays: 10:00–17:00, was 09:00–17:00
///
/// Texts from feeds are not escaped: the caller must escape what its medium would interpret.
public enum ChangeText {
  /// Returns lines without line feeds.
  public static func lines(of log: ChangeLog) -> [String] {
    let sections = ChangeSections(log)
    var lines = ["Changes \(sections.summary)"]
    if let verdict = sections.verdict { lines.append("\(verdict).") }
    for section in sections.sections {
      lines += ["", section.title]
      for feed in section.feeds { lines += feed.texts.map { "  \(feed.id): \($0)" } }
      lines += section.campus.map { "  \(Self.line($0))" }
      for entry in section.entries {
        lines.append("  \(entry.title)" + (entry.title == entry.id.description ? "" : "  \(entry.id)"))
        lines += entry.changes.map { "    \(line($0))" }
      }
    }
    return lines
  }

  /// "BREAKING is gone", "SUSPICIOUS moved 612 m (moved over 500 m)", "renamed from …". The reason why many hours are suspicious is
  /// given with the feed.
  private static func line(_ change: Change) -> String {
    guard change.rank > .routine else { return change.text }
    return "\(change.rank.rawValue.uppercased()) \(change.text)" + (change.shownWhy.map { " (\($0))" } ?? "")
  }
}

extension Change {
  /// The reason for the rank if the line gives it. (Changed hours are suspicious because of the feed, which has its own remark.)
  var shownWhy: String? { rank == .suspicious && field != Entry.Field.hours.rawValue ? why : nil }
}

/// A change log grouped for people: by campus, with remarks on its feeds before the changes of its entries.
struct ChangeSections {
  /// "from 2026-11-20T12:00:00Z to 2026-11-21T12:00:00Z: 1 breaking, 3 routine".
  let summary: String
  /// A sentence without a full stop that says that nothing changed, or that the catalogs are not comparable; otherwise nil.
  let verdict: String?
  /// The campuses with changes or remarks, sorted by id. A title is "University of Pennsylvania (penn)".
  let sections: [(title: String, feeds: [FeedComparison], campus: [Change], entries: [EntryChanges])]

  init(_ log: ChangeLog) {
    let ranks = Change.Rank.allCases.reversed().map { (rank: $0, count: log.count($0)) }.filter { $0.count > 0 }
    let counts = ranks.map { "\($0.count) \($0.rank.rawValue)" }.joined(separator: ", ")
    summary = "from \(log.old.generatedAt) to \(log.new.generatedAt)" + (counts.isEmpty ? "" : ": \(counts)")
    verdict = log.verdict == .notComparable ? "Most ids are different: the two are not comparable" : log.isEmpty ? "No changes" : nil
    let entries = Dictionary(grouping: log.entries, by: \.campus)
    let feeds = Dictionary(grouping: log.feeds) { $0.id.campus }
    let changes = Dictionary(log.campusChanges.map { ($0.id, $0.changes) }) { $1 }
    let names = Dictionary(log.campuses.map { ($0.id, $0.name) }) { $1 }
    let ids = Set(entries.keys).union(feeds.keys).union(changes.keys)
    sections = ids.sorted().map { id in
      let title = names[id].flatMap { PlainText.line($0) }.map { "\($0) (\(id))" } ?? id.description
      return (title, feeds[id] ?? [], changes[id] ?? [], entries[id] ?? [])
    }
  }
}
