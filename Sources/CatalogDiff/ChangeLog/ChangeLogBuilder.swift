import CampusCatalog
import Hashing
import OpeningHours
import SimdJSON

extension ChangeLog {
  /// Describes a comparison in words. Of the entries, only those that differ are parsed.
  ///
  /// - Parameter treatsStaleAsDelivered: whether a stale feed of the old catalog counts as delivered, so that entries that are missing
  ///   now count as gone. For callers that have already reported the entries that the stale feed served.
  /// - Throws: `DiffError` for a value that is not allowed in a catalog.
  public init(_ comparison: CatalogComparison, treatsStaleAsDelivered: Bool = false) throws {
    var builder = try ChangeLogBuilder(comparison, treatsStaleAsDelivered: treatsStaleAsDelivered)
    try builder.build()
    let old = try CatalogLineDecoder.edition(comparison.old)
    self.old = old
    new = builder.edition
    campuses = builder.campuses
    feedIDs = builder.feedIDs
    feeds = builder.feedComparisons
    campusChanges = builder.campusChanges
    entries = builder.entryChanges.sorted { $0.isBefore($1) }
    verdict =
      builder.isNotComparable
      ? .notComparable : entries.isEmpty && campusChanges.isEmpty && !feeds.contains(where: \.isChange) ? .same : .different
  }
}

extension EntryChanges {
  /// Whether these changes come first: sorted by campus, then by title as UTF-8, then by id.
  fileprivate func isBefore(_ other: EntryChanges) -> Bool {
    if campus != other.campus { return campus < other.campus }
    if title != other.title { return title.utf8.lexicographicallyPrecedes(other.title.utf8) }
    return id < other.id
  }
}

/// Builds a change log: pairs entries, compares them, then judges each feed as a whole.
private struct ChangeLogBuilder {
  /// An entry of one of the catalogs with its canonical line.
  private struct ParsedEntry {
    let entry: Entry
    let line: [UInt8]
  }

  /// The counts of one feed.
  private struct Tally {
    /// Entries of the old catalog, without those that have ended and those that did not count as gone.
    var old = 0
    var added = 0
    var gone = 0
    /// Places in both catalogs.
    var places = 0
    /// Those of `places` whose hours have changed.
    var hours = 0
  }

  /// With fewer entries than this, the share of new ids says nothing about a feed.
  private static let minimumToChurn = 4

  let edition: ChangeLog.Edition
  let campuses: [Campus]
  let feedIDs: Set<FeedID>
  private(set) var feedComparisons: [FeedComparison] = []
  private(set) var campusChanges: [CampusChanges] = []
  private(set) var entryChanges: [EntryChanges] = []
  private(set) var isNotComparable = false

  private let comparison: CatalogComparison
  private let treatsStaleAsDelivered: Bool
  private let oldCampuses: [CampusID: Campus]
  private let newCampuses: [CampusID: Campus]
  private let oldFeeds: [FeedID: FeedReport]
  private let newFeeds: [FeedID: FeedReport]
  /// Whether a feed is missing from one of the catalogs, absent or disabled.
  private let isSomeMissing: Bool
  private var feeds: [FeedID: FeedComparison] = [:]
  private var tallies: [FeedID: Tally] = [:]

  init(_ comparison: CatalogComparison, treatsStaleAsDelivered: Bool) throws {
    self.comparison = comparison
    self.treatsStaleAsDelivered = treatsStaleAsDelivered
    edition = try CatalogLineDecoder.edition(comparison.new)
    let (old, new) = (comparison.old, comparison.new)
    oldCampuses = try CatalogLineDecoder.byID(
      CatalogLineDecoder.values(old.campuses, of: old.name) { (value) throws in try Campus(reading: value) }, of: old.name, \.id)
    newCampuses = try CatalogLineDecoder.byID(
      CatalogLineDecoder.values(new.campuses, of: new.name) { (value) throws in try Campus(reading: value) }, of: new.name, \.id)
    oldFeeds = try CatalogLineDecoder.byID(
      CatalogLineDecoder.values(old.feeds, of: old.name) { (value) throws in try FeedReport(reading: value) }, of: old.name, \.id)
    newFeeds = try CatalogLineDecoder.byID(
      CatalogLineDecoder.values(new.feeds, of: new.name) { (value) throws in try FeedReport(reading: value) }, of: new.name, \.id)
    isSomeMissing =
      Set(oldFeeds.keys) != Set(newFeeds.keys)
      || (oldFeeds.values.map(\.outcome) + newFeeds.values.map(\.outcome)).contains { $0 == .absent || $0 == .disabled }
    campuses = oldCampuses.merging(newCampuses) { $1 }.values.sorted { $0.id < $1.id }
    feedIDs = Set(oldFeeds.keys).union(newFeeds.keys)
    for id in feedIDs { feeds[id] = FeedComparison(id: id, old: oldFeeds[id], new: newFeeds[id]) }
  }

  mutating func build() throws {
    for (name, unchanged) in comparison.unchanged {
      guard let feed = FeedID(name) else { continue }
      tallies[feed, default: Tally()].old += unchanged.entries
      tallies[feed, default: Tally()].places += unchanged.places
    }
    var gone: [ParsedEntry] = []
    var added: [EntryID: ParsedEntry] = [:]
    var changed: [(old: ParsedEntry, new: ParsedEntry)] = []
    for difference in comparison.differences {
      let old = try difference.old.map { ParsedEntry(entry: try CatalogLineDecoder.entry($0.line, of: comparison.old.name), line: $0.line) }
      let new = try difference.new.map { ParsedEntry(entry: try CatalogLineDecoder.entry($0.line, of: comparison.new.name), line: $0.line) }
      switch (old, new) {
      case (let old?, let new?): changed.append((old, new))
      case (let old?, nil): gone.append(old)
      case (nil, let new?): added[new.entry.id] = new
      case (nil, nil): continue
      }
    }
    for (old, new) in changed { compare(old, new) }
    reportMissing(gone, &added, changed.map(\.new))
    for found in added.values.sorted(by: { $0.entry.id < $1.entry.id }) { reportAdded(found) }
    judgeFeeds()
    campusChanges = newCampuses.values.compactMap { new in oldCampuses[new.id].flatMap { CampusChanges($0, new) } }
      .sorted { $0.id < $1.id }
  }

  // MARK: - Entries

  /// Reports the changes between two versions of an entry, which may have different ids. Fields and parts are left out if they came from a
  /// feed that the other catalog lacks.
  private mutating func compare(_ old: ParsedEntry, _ new: ParsedEntry) {
    guard let feed = new.entry.id.feed else { return }
    let skipped =
      isSomeMissing
      ? EntryComparison.parts.filter { !isCurrent($0, of: old.entry, in: newFeeds) || !isCurrent($0, of: new.entry, in: oldFeeds) } : []
    let comparison = EntryComparison(old.entry, new.entry, now: edition.generatedAt, skipping: Set(skipped))
    tallies[feed, default: Tally()].old += 1
    if old.entry.kind == .place, new.entry.kind == .place { tallies[feed, default: Tally()].places += 1 }
    if comparison.hasNoCommonDay { feeds[feed]?.withoutCommonDay += 1 }
    var changes = comparison.changes
    if changes.contains(where: { [Change.hours, "hours.vanished", "hours.zone"].contains($0.code) }) {
      tallies[feed, default: Tally()].hours += 1
    }
    var event = EntryChanges.Event.changed
    let isRenumbered = old.entry.id != new.entry.id
    if isRenumbered, let former = old.entry.id.feed, isDelivered(former), isDelivered(feed) {
      event = .renumbered
      changes.insert(.id(was: old.entry.id), at: 0)
    }
    guard !changes.isEmpty else { return }
    entryChanges.append(
      EntryChanges(
        id: new.entry.id, feed: feed, formerID: isRenumbered ? old.entry.id : nil, kind: new.entry.kind, name: new.entry.name,
        sources: Set((old.entry.sources + new.entry.sources).map(\.feed)), event: event, changes: changes,
        fingerprint: Self.fingerprint(old.line, new.line)))
  }

  /// Reports entries whose ids the new catalog does not have: most are gone, some have new ids.
  private mutating func reportMissing(_ gone: [ParsedEntry], _ added: inout [EntryID: ParsedEntry], _ changed: [ParsedEntry]) {
    var byAlias: [EntryID: EntryID] = [:]
    for found in changed + added.values.sorted(by: { $0.entry.id < $1.entry.id }) {
      for alias in found.entry.aliases where byAlias[alias] == nil { byAlias[alias] = found.entry.id }
    }
    for old in gone {
      let id = byAlias[old.entry.id] ?? old.entry.aliases.first { added[$0] != nil }
      if let id, let new = added.removeValue(forKey: id) {
        compare(old, new)
      } else if let id, let feed = old.entry.id.feed, isDelivered(feed) {
        tallies[feed, default: Tally()].old += 1
        report(old, .renumbered, Change("id", "is a part of \(id) now", .breaking, why: "the id changed"))
      } else {
        reportGone(old)
      }
    }
  }

  /// Reports an entry as ended or gone. If its feed did not deliver, the entry is only counted. Quotes are a stream and are ignored.
  private mutating func reportGone(_ old: ParsedEntry) {
    guard let feed = old.entry.id.feed, old.entry.kind != .quote else { return }
    // A feed that did not deliver says nothing about missing entries.
    if let end = end(of: old.entry), newFeeds[feed]?.outcome.isDelivered ?? (oldFeeds[feed] == nil) {
      return report(old, .ended, Change("ended", end))
    }
    guard isDelivered(feed) else {
      feeds[feed]?.missing += 1
      return
    }
    tallies[feed, default: Tally()].old += 1
    tallies[feed, default: Tally()].gone += 1
    let isPlace = old.entry.kind == .place
    report(
      old, .gone,
      isPlace
        ? Change("gone", "is gone", .breaking, why: "the place is gone")
        : Change("gone", "is no longer listed" + (old.entry.hasEnd ? ", before its end" : "")))
  }

  /// Reports a new entry, unless the old entries of its feed are unknown. Quotes are only counted.
  private mutating func reportAdded(_ new: ParsedEntry) {
    guard let feed = new.entry.id.feed else { return }
    if new.entry.kind == .quote {
      feeds[feed]?.streamed += 1
      return
    }
    // If the feed was absent from the old catalog, its old entries are unknown.
    if newFeeds[feed] != nil || oldFeeds[feed] != nil {
      guard let old = oldFeeds[feed]?.outcome, old != .absent, old != .disabled else { return }
    }
    tallies[feed, default: Tally()].added += 1
    report(new, .added, Change("added", "is new: \(Self.summary(new.entry))"))
  }

  /// Adds the single change of an entry that is in only one of the catalogs, with its line as the value.
  private mutating func report(_ found: ParsedEntry, _ event: EntryChanges.Event, _ change: Change) {
    guard let feed = found.entry.id.feed else { return }
    var change = change
    let isNew = event == .added
    if isNew { change.to = String(decoding: found.line, as: UTF8.self) } else { change.from = String(decoding: found.line, as: UTF8.self) }
    entryChanges.append(
      EntryChanges(
        id: found.entry.id, feed: feed, formerID: nil, kind: found.entry.kind, name: found.entry.name,
        sources: Set(found.entry.sources.map(\.feed)), event: event, changes: [change],
        fingerprint: isNew ? Self.fingerprint([], found.line) : Self.fingerprint(found.line, [])))
  }

  /// Returns the text for an event or alert whose time was over when the new catalog was generated; otherwise nil.
  private func end(of entry: Entry) -> String? {
    switch entry.details {
    case .event(let event):
      let today = (newCampuses[entry.campus] ?? oldCampuses[entry.campus])?.timeZone?.local(edition.generatedAt).date
      guard event.endDate < today ?? edition.generatedAt.local(offset: 0).date else { return nil }
      return "ended on \(event.endDate.longText)"
    case .alert(let alert):
      guard let endsAt = alert.endsAt, endsAt <= edition.generatedAt else { return nil }
      return "ended \(endsAt)"
    case .place, .quote: return nil
    }
  }

  /// "cafe", "event on Sat 21 Nov 2026", "major alert".
  private static func summary(_ entry: Entry) -> String {
    switch entry.details {
    case .place(let place): place.category.rawValue
    case .event(let event):
      event.startDate == event.endDate
        ? "event on \(event.startDate.longText)" : "event from \(event.startDate.longText) to \(event.endDate.longText)"
    case .alert(let alert): "\(alert.severity.rawValue) alert"
    case .quote: "quote"
    }
  }

  // MARK: - Feeds

  /// Whether both catalogs have a current result of the feed.
  private func isDelivered(_ feed: FeedID) -> Bool {
    // A feed that neither catalog lists did not fail.
    if oldFeeds[feed] == nil, newFeeds[feed] == nil { return true }
    guard let old = oldFeeds[feed]?.outcome, let new = newFeeds[feed]?.outcome else { return false }
    return (old.isDelivered || treatsStaleAsDelivered && old == .stale) && new.isDelivered
  }

  /// Whether a field or part of an entry can be compared with the other catalog, which is so if that also has the feed it came from.
  private func isCurrent(_ part: String, of entry: Entry, in other: [FeedID: FeedReport]) -> Bool {
    var feed = entry.id.feed
    if let provenance = entry.provenance.first(where: { $0.field == part || part.hasPrefix($0.field + ".") }) {
      guard case .entry(let id) = provenance.origin else { return true }
      feed = id.feed
    }
    guard let feed, oldFeeds[feed] != nil || newFeeds[feed] != nil else { return true }
    return switch other[feed]?.outcome {
    case nil, .absent, .disabled: false
    default: true
    }
  }

  /// Detects feeds whose ids or hours changed as a whole, and collects the remarks on all feeds.
  ///
  /// A feed with at least `minimumToChurn` entries cannot be compared if both the ids that are gone and the new ones are more than half of
  /// their number. Two catalogs cannot be compared if such feeds have more than half of these entries. Changed hours become suspicious if
  /// they concern at least two places of a feed and more than half of its places.
  private mutating func judgeFeeds() {
    var (all, churned) = (0, 0)
    var churning: Set<FeedID> = []
    var suspicious: [FeedID: String] = [:]
    for (feed, tally) in tallies {
      if tally.old >= Self.minimumToChurn { all += tally.old }
      if tally.old >= Self.minimumToChurn, min(tally.gone, tally.added) * 2 > tally.old {
        churned += tally.old
        churning.insert(feed)
        if feeds[feed] == nil { feeds[feed] = FeedComparison(id: feed, old: nil, new: nil) }
        feeds[feed]?.isComparable = false
        feeds[feed]?.isChange = true
        feeds[feed]?.texts.append(
          "\(tally.gone) of \(tally.old) ids are gone, \(tally.added) are new: its entries cannot be compared")
      }
      guard tally.hours >= 2, tally.hours * 2 > tally.places else { continue }
      let why = "hours of \(tally.hours) of \(tally.places) places changed at once"
      suspicious[feed] = why
      feeds[feed]?.texts.append(why)
    }
    if !churning.isEmpty { entryChanges.removeAll { churning.contains($0.feed) && ($0.event == .gone || $0.event == .added) } }
    for index in entryChanges.indices {
      if let why = suspicious[entryChanges[index].feed] { entryChanges[index].markHoursSuspicious(why) }
    }
    isNotComparable = churned * 2 > all
    for feed in feeds.keys { feeds[feed]?.describe() }
    feedComparisons = feeds.values.filter { !$0.texts.isEmpty }.sorted { $0.id < $1.id }
  }

  /// Returns the SHA-256 of the old line, a line feed and the new line. A line is empty if the catalog does not have the entry.
  private static func fingerprint(_ old: [UInt8], _ new: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(old)
    hash.update([0x0A])
    hash.update(new)
    return hash.finalize().bytes
  }
}

extension EntryChanges {
  /// Raises the rank of changed hours: so many at once may be a fault of the feed.
  fileprivate mutating func markHoursSuspicious(_ why: String) {
    for index in changes.indices where changes[index].code == Change.hours && changes[index].rank == .routine {
      changes[index].rank = .suspicious
      changes[index].why = why
    }
    changes = Change.sortedByRank(changes)
  }
}

extension Entry {
  /// Whether the entry states when it ends.
  fileprivate var hasEnd: Bool {
    switch details {
    case .event: true
    case .alert(let alert): alert.endsAt != nil
    case .place, .quote: false
    }
  }
}
