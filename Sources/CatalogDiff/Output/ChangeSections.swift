/// A change log grouped for people: by campus, with remarks on its feeds before the changes of its entries. The most severe come first.
///
/// Times are in the zone of the campuses. If their zones differ, each campus names its own.
struct ChangeSections {
  struct Section {
    /// "University of Pennsylvania (penn)"; if the zones differ, followed by the times in the zone of the campus.
    let title: String
    let feeds: [FeedComparison]
    let campus: [Change]
    let entries: [EntryChanges]

    fileprivate var rank: Change.Rank { max(campus.first?.rank ?? .routine, entries.first?.rank ?? .routine) }
  }

  /// "from Fri 20 Nov 2026 12:00 to Sat 21 Nov 2026 12:00: 1 breaking, 3 routine".
  let summary: String
  /// A sentence without a full stop that says that nothing changed, or that the catalogs are not comparable; otherwise nil.
  let verdict: String?
  /// The campuses with changes or remarks: the most severe first, then by id.
  let sections: [Section]

  init(_ log: ChangeLog) {
    let ranks = Change.Rank.allCases.reversed().map { (rank: $0, count: log.count($0)) }.filter { $0.count > 0 }
    let counts = ranks.map { "\($0.count) \($0.rank.rawValue)" }.joined(separator: ", ")
    let entries = Dictionary(grouping: log.entries, by: \.campus)
    let feeds = Dictionary(grouping: log.feeds) { $0.id.campus }
    let changes = Dictionary(log.campusChanges.map { ($0.id, $0.changes) }) { $1 }
    let campuses = Dictionary(log.campuses.map { ($0.id, $0) }) { $1 }
    let ids = Set(entries.keys).union(feeds.keys).union(changes.keys)
    func times(in zone: Zone?) -> String { "\(log.old.generatedAt.localText(in: zone)) to \(log.new.generatedAt.localText(in: zone))" }
    let zones = Set(ids.isEmpty ? log.campuses.map(\.timeZone) : ids.map { campuses[$0]?.timeZone })
    let hasSeveral = zones.count > 1
    // With no campus to name a zone, the times are in UTC.
    let isSplit = hasSeveral && !ids.isEmpty
    let parts = [isSplit ? nil : "from " + times(in: hasSeveral ? nil : zones.first ?? nil), counts.isEmpty ? nil : counts]
    summary = parts.compactMap { $0 }.joined(separator: ": ")
    verdict =
      log.verdict == .notComparable
      ? "Most ids are different: the two are not comparable by id"
      : log.isEmpty ? (log.isFiltered ? "No matching changes" : "No changes") : nil
    let sections = ids.sorted().map { id in
      let campus = campuses[id]
      var title = (campus?.name).flatMap { PlainText.line($0) }.map { "\($0) (\(id))" } ?? id.description
      if isSplit { title += ", " + times(in: campus?.timeZone) + (campus?.timeZone.map { " \($0.name)" } ?? "") }
      return Section(title: title, feeds: feeds[id] ?? [], campus: changes[id] ?? [], entries: entries[id] ?? [])
    }
    self.sections = Change.Rank.allCases.reversed().flatMap { rank in sections.filter { $0.rank == rank } }
  }
}
