import CampusCatalog
import OpeningHours

/// A change log grouped for people: by campus, with remarks on its feeds and shared changes before the changes of each entry. The
/// most severe come first.
///
/// Times are in the zone of the campuses. If their zones differ, each campus names its own.
struct ChangeSections {
  struct Section {
    /// "University of Pennsylvania (penn)"; if the zones differ, followed by the times in the zone of the campus.
    let title: String
    let feeds: [FeedComparison]
    let campus: [Change]
    /// Changes that most entries of a feed share.
    let shared: [SharedChanges.Part]
    /// The entries that a feed no longer lists and its new ones, each as one change, for feeds whose ids are mostly new; and the number of
    /// menus that are new or no longer listed.
    let unpaired: [Change]
    let entries: [Item]

    fileprivate let rank: Change.Rank
  }

  /// An entry with its changes, except ones that it shares with most others.
  struct Item {
    let entry: EntryChanges
    let changes: [Change]
    /// The old id, if that is one of the shared changes.
    let formerID: EntryID?
    /// Whether some changes were left out.
    fileprivate let isShortened: Bool
    /// The text for an entry of which all changes are shared ones; otherwise nil.
    var remark: String? { changes.isEmpty && isShortened ? "only changes listed above" : nil }

    /// The highest rank first; then entries with changed hours, with other changes, and without remaining changes.
    fileprivate static func areInOrder(_ left: Self, _ right: Self) -> Bool { left.order < right.order }

    private var order: (Int, Int) {
      let rank = changes.map(\.rank).max() ?? .routine
      let hasHours = changes.contains { $0.code.isAboutHours && $0.code != .hoursEnded }
      return (
        -(Change.Rank.allCases.firstIndex(of: rank) ?? 0), !isShortened || hasHours ? 0 : changes.isEmpty ? 2 : 1
      )
    }
  }

  /// "from monday.json (Fri 20 Nov 2026 12:00) to today.json (Sat 21 Nov 2026 12:00): 3 entries changed, 1 is new (all routine)".
  let summary: String
  /// A sentence without a period that says that nothing changed, or that the catalogs are not comparable; otherwise nil.
  let verdict: String?
  /// The campuses with changes or remarks: the most severe first, then by id.
  let sections: [Section]

  init(_ log: ChangeLog) {
    let entries = Dictionary(grouping: log.entries, by: \.campus)
    let feeds = Dictionary(grouping: log.feeds) { $0.id.campus }
    let changes = Dictionary(log.campusChanges.map { ($0.id, $0.changes) }) { $1 }
    let campuses = Dictionary(log.campuses.map { ($0.id, $0) }) { $1 }
    let ids = Set(entries.keys).union(feeds.keys).union(changes.keys)
    // Ignore campuses without a zone, such as `everywhere`.
    let shown = ids.compactMap { campuses[$0] }.filter { $0.timeZone != nil }
    let local = shown.isEmpty ? log.campuses.filter { $0.timeZone != nil } : shown
    let zones = Set(local.compactMap(\.timeZone))
    let hasSeveral = zones.count > 1
    // If no campus has a zone, the times are in UTC.
    let isSplit = hasSeveral && !ids.isEmpty
    let style = log.style.style(ofAll: local.map(\.country))
    let range = Self.range(log, in: hasSeveral ? nil : zones.first, style, hasTimes: !isSplit)
    let counts = Self.counts(log)
    summary = [range, counts].compactMap { $0 }.joined(separator: ": ")
    verdict =
      log.verdict == .notComparable
      ? "Most ids are different: the two are not comparable by id"
      : log.isEmpty ? Self.nothing(log) : nil
    let sections = ids.sorted().map { id in
      let campus = campuses[id]
      var title = (campus?.name).flatMap { PlainText.line($0) }.map { "\($0) (\(id))" } ?? id.description
      if isSplit, log.old.isDated || log.new.isDated {
        let style = log.style.style(of: campus?.country)
        let (old, new) = (style.text(log.old.generatedAt, in: campus?.timeZone), style.text(log.new.generatedAt, in: campus?.timeZone))
        title += ", \(old) to \(new)" + (campus?.timeZone.map { " \($0.name)" } ?? "")
      }
      return Section(title, feeds[id] ?? [], changes[id] ?? [], entries[id] ?? [])
    }
    self.sections = Change.Rank.allCases.reversed().flatMap { rank in sections.filter { $0.rank == rank } }
  }

  // MARK: - Summary

  private static func nothing(_ log: ChangeLog) -> String {
    if log.hasIncomparableHours { return "No matching changes in what can be compared" }
    return log.isFiltered ? "No matching changes" : "No changes"
  }

  /// "from monday.json (Mon 16 Nov 2026 12:00) to today.json (Sat 21 Nov 2026 12:00)"; times alone if the catalogs have no names, and names
  /// alone if the times are not meaningful. Nil if neither is known.
  private static func range(_ log: ChangeLog, in zone: Zone?, _ style: RegionalStyle, hasTimes: Bool) -> String? {
    func text(_ edition: ChangeLog.Edition, _ other: ChangeLog.Edition) -> String? {
      let time = style.text(edition.generatedAt, in: zone)
      guard let name = edition.name.flatMap({ PlainText.line($0) }) else { return hasTimes ? time : nil }
      let isTold = hasTimes && edition.isDated && !(other.isDated && other.generatedAt == edition.generatedAt)
      return name + (isTold ? " (\(time))" : "")
    }
    guard let old = text(log.old, log.new), let new = text(log.new, log.old) else { return nil }
    return "from \(old) to \(new)"
  }

  /// "3 entries changed, 1 is new, 2 are no longer listed (2 breaking, 4 routine)"; nil if nothing changed.
  static func counts(_ log: ChangeLog) -> String? {
    func count(_ events: EntryChanges.Event...) -> Int { log.entries.count { events.contains($0.event) } }
    var counts = [
      (count(.changed, .renumbered), "changed", "changed"), (count(.added), "is new", "are new"),
      (count(.gone), "is no longer listed", "are no longer listed"), (count(.ended), "has ended", "have ended"),
    ].filter { $0.0 > 0 }.map { count, one, many in (count, count == 1 ? one : many) }.enumerated().map { index, part in
      (index == 0 ? part.0.counted("entry", "entries") : "\(part.0)") + " \(part.1)"
    }
    if !log.campusChanges.isEmpty { counts.append("\(log.campusChanges.count.counted("campus", "campuses")) changed") }
    if counts.isEmpty { return nil }
    let ranks = Change.Rank.allCases.reversed().map { (rank: $0, count: log.count($0)) }.filter { $0.count > 0 }
    let isOne = ranks.count == 1
    let named = ranks.map { isOne ? ($0.count == 1 ? "" : "all ") + $0.rank.rawValue : "\($0.count) \($0.rank.rawValue)" }
    return "\(counts.joined(separator: ", ")) (\(named.joined(separator: ", ")))"
  }
}

extension ChangeSections.Section {
  fileprivate init(_ title: String, _ feeds: [FeedComparison], _ campus: [Change], _ entries: [EntryChanges]) {
    let churned = Set(feeds.filter { !$0.isComparable }.map(\.id))
    let isListed = { (entry: EntryChanges) in churned.contains(entry.feed) && (entry.event == .gone || entry.event == .added) }
    let isCounted = { (entry: EntryChanges) in entry.kind == .menu && [.added, .gone, .ended].contains(entry.event) }
    let changed = entries.filter { !isListed($0) && !isCounted($0) }
    let shared = Dictionary(grouping: changed.filter { $0.event == .changed || $0.event == .renumbered }, by: \.feed)
      .map { (feed: $0, shared: SharedChanges($1, of: $0)) }.sorted { $0.feed < $1.feed }
    let byFeed = Dictionary(uniqueKeysWithValues: shared.map { ($0.feed, $0.shared) })
    (self.title, self.feeds, self.campus) = (title, feeds, campus)
    self.shared = shared.flatMap(\.shared.parts)
    unpaired = Self.lists(of: entries.filter { isListed($0) && !isCounted($0) }) + Self.counts(ofMenus: entries.filter(isCounted))
    let items = changed.map { entry in
      let shared = entry.event == .changed || entry.event == .renumbered ? byFeed[entry.feed] : nil
      return ChangeSections.Item(entry, without: shared)
    }
    self.entries = items.sorted(by: ChangeSections.Item.areInOrder)
    rank = max(campus.first?.rank ?? .routine, entries.first?.rank ?? .routine)
  }

  /// Returns how many menus of each feed are new, or no longer listed: "12 menus of penn/dining are new".
  private static func counts(ofMenus entries: [EntryChanges]) -> [Change] {
    let byFeed = Dictionary(grouping: entries, by: \.feed).sorted { $0.key < $1.key }
    return byFeed.flatMap { feed, entries in
      [
        (EntryChanges.Event.added, "is new", "are new"), (.gone, "is no longer listed", "are no longer listed"),
        (.ended, "has ended", "have ended"),
      ]
      .compactMap { event, one, many in
        let found = entries.filter { $0.event == event }
        guard let code = found.first?.changes.first?.code else { return nil }
        return Change(code, "\(found.count.counted("menu")) of \(feed) \(found.count == 1 ? one : many)")
      }
    }
  }

  /// Returns one change for all entries of a feed that are no longer listed, and one for its new ones: "2 places of penn/dining are new: A,
  /// B".
  private static func lists(of entries: [EntryChanges]) -> [Change] {
    let byFeed = Dictionary(grouping: entries, by: \.feed).sorted { $0.key < $1.key }
    return byFeed.flatMap { feed, entries in
      [EntryChanges.Event.gone, .added].compactMap { event in
        let found = entries.filter { $0.event == event }
        guard let code = found.first?.changes.first?.code, let rank = found.map(\.rank).max() else { return nil }
        let noun = found.allSatisfy { $0.kind == .place } ? found.count.counted("place") : found.count.counted("entry", "entries")
        let (verb, have) = found.count == 1 ? ("is", "has") : ("are", "have")
        let what = event == .added ? "\(verb) new" : "\(verb) no longer listed, or \(have) another name"
        return Change(code, "\(noun) of \(feed) \(what): \(ChangeLog.list(found.map(\.title)))", rank)
      }
    }
  }
}

extension ChangeSections.Item {
  fileprivate init(_ entry: EntryChanges, without shared: SharedChanges?) {
    let changes = shared.map { shared in entry.changes.filter { !shared.contains($0) } } ?? entry.changes
    self.entry = entry
    self.changes = changes
    isShortened = changes.count < entry.changes.count
    formerID = entry.formerID != nil && !changes.contains { $0.code == .id || $0.code == .possibleID } ? entry.formerID : nil
  }
}
