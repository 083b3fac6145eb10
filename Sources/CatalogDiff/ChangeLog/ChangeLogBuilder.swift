import Basics
public import CampusCatalog
public import OpeningHours
import SimdJSON

extension ChangeLog {
  /// Describes a comparison in words. Only entries that differ are parsed.
  ///
  /// - Parameters:
  ///   - matching: how entries are paired.
  ///   - treatsStaleAsDelivered: whether a stale feed of the old catalog counts as delivered, so that entries that are missing now count
  ///     as gone. For callers that have already reported the entries that the stale feed served.
  ///   - style: the clock and the units of the texts.
  ///   - newDates: the dates with new hours, compared with the usual week, by the id of the feed's record; none without a store.
  /// - Throws: `DiffError` for a value that is not allowed in a catalog.
  public init(
    _ comparison: CatalogComparison, matching: EntryMatching = .id, treatsStaleAsDelivered: Bool = false,
    style: RegionalStyle.Choice = RegionalStyle.Choice(), newDates: [EntryID: [NewDate]] = [:]
  ) throws {
    var builder = try ChangeLogBuilder(comparison, matching, treatsStaleAsDelivered: treatsStaleAsDelivered, style, newDates)
    self = try builder.build()
  }
}

/// Builds a change log: pairs entries, compares them, then judges each feed as a whole.
private struct ChangeLogBuilder {
  /// The header values of one of the catalogs.
  private struct Header {
    let edition: ChangeLog.Edition
    let campuses: [CampusID: Campus]
    let feeds: [FeedID: FeedReport]

    init(_ header: CatalogHeader) throws(DiffError) {
      guard let instant = Instant(header.generatedAt) else { throw DiffError("\(header.name): \"generatedAt\" is not a time") }
      campuses = try Self.values(
        header.campuses, of: header, { (line) throws(JSONFieldError) in try Campus(reading: line) }, id: \.id)
      feeds = try Self.values(header.feeds, of: header, FeedReport.init(reading:), id: \.id)
      let delivered = feeds.values.filter(\.outcome.isDelivered)
      let isDated = delivered.isEmpty || delivered.contains { $0.outcome != .replayed || ($0.checkedAt ?? $0.fetchedAt) != nil }
      self.edition = ChangeLog.Edition(
        generatedAt: instant, isDated: isDated, contentHash: header.contentHash, entries: header.count)
    }

    /// Returns the values of lines by id.
    ///
    /// - Throws: `DiffError` if a line cannot be read, or an id occurs twice.
    private static func values<ID: Hashable, Value>(
      _ lines: [[UInt8]], of header: CatalogHeader, _ read: (JSONValue) throws(JSONFieldError) -> Value, id: (Value) -> ID
    ) throws(DiffError) -> [ID: Value] {
      var values: [ID: Value] = [:]
      for line in lines {
        let value = try header.value(of: line, read)
        guard values.updateValue(value, forKey: id(value)) == nil else { throw DiffError("\(header.name): \(id(value)) occurs twice") }
      }
      return values
    }
  }

  /// With fewer entries than this, the share of new ids is not significant.
  private static let minimumToChurn = 4

  private let comparison: CatalogComparison
  private let matching: EntryMatching
  private let treatsStaleAsDelivered: Bool
  private let chosenStyle: RegionalStyle.Choice
  private let newDates: [EntryID: [NewDate]]
  private let old: Header
  private let new: Header
  /// Whether a feed is missing from one of the catalogs, absent or disabled.
  private let isSomeMissing: Bool
  private var feeds: [FeedID: FeedComparison] = [:]
  private var tallies: [FeedID: FeedTally]
  private var entryChanges: [EntryChanges] = []
  /// The feeds most of whose ids differ.
  private var churning: Set<FeedID> = []
  private var pairings: [FeedID: Pairing] = [:]

  /// The part of a feed's remark about pairing by name.
  private struct Pairing {
    var ambiguous: [String] = []
    var isLeftOut = false
    /// The number of pairs, whatever their ids, and of the old entries that may have been part of one.
    var paired = 0
    var old = 0
  }

  /// Why two entries were paired: by an id or an alias, by the name because names decide, or because they are alike.
  private enum Evidence { case id, name, likeness }

  init(
    _ comparison: CatalogComparison, _ matching: EntryMatching, treatsStaleAsDelivered: Bool, _ style: RegionalStyle.Choice,
    _ newDates: [EntryID: [NewDate]]
  ) throws(DiffError) {
    self.comparison = comparison
    self.newDates = newDates
    chosenStyle = style
    self.matching = matching
    self.treatsStaleAsDelivered = treatsStaleAsDelivered
    new = try Header(comparison.new)
    old = try Header(comparison.old)
    isSomeMissing =
      Set(old.feeds.keys) != Set(new.feeds.keys)
      || [old, new].contains { $0.feeds.values.contains { $0.outcome == .absent || $0.outcome == .disabled } }
    tallies = comparison.unchanged
    for id in Set(old.feeds.keys).union(new.feeds.keys) {
      feeds[id] = FeedComparison(id: id, old: old.feeds[id], new: new.feeds[id])
    }
  }

  mutating func build() throws(DiffError) -> ChangeLog {
    var (gone, added): ([ParsedEntry], [EntryID: ParsedEntry]) = ([], [:])
    var changed: [(old: ParsedEntry, new: ParsedEntry)] = []
    for difference in comparison.entries.changes {
      let old = try parsed(difference.old, of: comparison.old)
      let new = try parsed(difference.new, of: comparison.new)
      switch (old, new) {
      case (let old?, let new?): changed.append((old, new))
      case (let old?, nil): gone.append(old)
      case (nil, let new?): added[new.entry.id] = new
      case (nil, nil): continue
      }
    }
    let feedIDs = Set(feeds.keys)
    if matching == .name { pairByName(&changed, &gone, &added) }
    for (old, new) in changed { compare(old, new) }
    gone = reportNewIDs(gone, &added, changed.map(\.new))
    pairUnmatched(&gone, &added)
    for missing in gone { reportGone(missing) }
    for found in added.values.sorted(by: { $0.entry.id < $1.entry.id }) { reportAdded(found) }
    let isComparable = judgeFeeds()
    var log = ChangeLog(
      old: old.edition, new: new.edition, campuses: old.campuses.merging(new.campuses) { $1 }.values.sorted { $0.id < $1.id },
      verdict: isComparable ? .different : .notComparable, feedIDs: feedIDs,
      feeds: feeds.values.filter { !$0.texts.isEmpty }.sorted { $0.id < $1.id },
      campusChanges: campusChanges(),
      entries: entryChanges.sorted(by: EntryChanges.areInOrder), style: chosenStyle)
    if log.verdict == .different, log.isEmpty { log.verdict = .same }
    return log
  }

  /// Compares the campuses that are in both catalogs.
  private func campusChanges() -> [CampusChanges] {
    new.campuses.values.sorted { $0.id < $1.id }.compactMap { campus in
      guard var changes = old.campuses[campus.id].flatMap({ CampusChanges($0, campus) }) else { return nil }
      changes.link = new.feeds.values.filter { $0.campus == campus.id }.sorted { $0.id < $1.id }.lazy.compactMap(\.address).first
      return changes
    }
  }

  // MARK: - Entries

  private func parsed(_ side: CatalogDifference.Side?, of catalog: CatalogHeader) throws(DiffError) -> ParsedEntry? {
    guard let side else { return nil }
    return ParsedEntry(entry: try catalog.value(of: side.line, as: "the entry ", Entry.init(reading:)), line: side.line)
  }

  /// Reports the changes between two versions of an entry, which may have different ids. Fields and parts are left out if they came from a
  /// feed that the other catalog lacks.
  ///
  /// - Parameter evidence: why the two were paired.
  private mutating func compare(_ before: ParsedEntry, _ after: ParsedEntry, by evidence: Evidence = .id) {
    let (from, to) = (before.entry, after.entry)
    guard let feed = to.id.feed else { return }
    let skipped =
      isSomeMissing ? EntryComparison.parts.filter { !isCurrent($0, of: from, in: new) || !isCurrent($0, of: to, in: old) } : []
    let dates = to.recordOfHours.flatMap { newDates[$0] } ?? []
    let comparison = EntryComparison(
      from, to, now: new.edition.generatedAt, zone: zone(of: to), style(of: to), skipping: Set(skipped), newDates: dates)
    if to.kind != .menu { tallies[feed, default: FeedTally()].old += 1 }
    if from.kind == .place, to.kind == .place { tallies[feed, default: FeedTally()].places += 1 }
    if comparison.hasNoCommonDay {
      if dates.contains(where: \.isComparable) { feeds[feed]?.comparedWithUsualWeek += 1 } else { feeds[feed]?.withoutCommonDay += 1 }
    }
    var changes = comparison.changes
    if changes.contains(where: { [.hours, .hoursVanished, .hoursZone].contains($0.code) }) {
      tallies[feed, default: FeedTally()].changedHours += 1
    }
    var event = EntryChanges.Event.changed
    if from.id != to.id, let former = from.id.feed, isDelivered(former), isDelivered(feed) {
      event = .renumbered
      let change: Change =
        switch evidence {
        case .id: .id(was: from.id)
        case .name: .idOfSameName(was: from.id)
        case .likeness: .possibleID(to.kind, was: from.id)
        }
      changes.insert(change, at: 0)
      changes.sort { $0.rank > $1.rank }
    }
    if !changes.isEmpty { report(before, after, event, changes) }
  }

  // MARK: - Pairs

  /// Pairs entries that differ by their names within each feed, whatever their ids. The others stay as they are.
  private mutating func pairByName(
    _ changed: inout [(old: ParsedEntry, new: ParsedEntry)], _ gone: inout [ParsedEntry], _ added: inout [EntryID: ParsedEntry]
  ) {
    findChurningFeeds(changed, gone, added)
    let old = Dictionary(grouping: changed.map(\.old) + gone) { $0.entry.id.feed }
    let new = Dictionary(grouping: changed.map(\.new) + added.values) { $0.entry.id.feed }
    var (paired, used): ([EntryID: ParsedEntry], Set<EntryID>) = ([:], [])
    for (feed, old) in old {
      guard let feed, isDelivered(feed), let new = new[feed] else { continue }
      let found = NamePairs(old, new, allowsSimilar: false)
      pairings[feed] = Pairing(ambiguous: found.ambiguous, isLeftOut: found.isLeftOut, paired: found.pairs.count, old: old.count)
      for (old, new) in found.pairs {
        paired[old.entry.id] = new
        used.insert(new.entry.id)
      }
    }
    // Entries that are not paired by name are paired by id if both remain.
    let all = changed.map(\.old) + gone
    let newByID = Dictionary(changed.map { ($0.new.entry.id, $0.new) }) { $1 }.merging(added) { $1 }
    var rest = newByID.filter { !used.contains($0.key) }
    (changed, gone) = ([], [])
    for old in all.sorted(by: { $0.entry.id < $1.entry.id }) {
      if let new = paired[old.entry.id] {
        if let feed = new.entry.id.feed, new.entry.id != old.entry.id { feeds[feed]?.pairedByName += 1 }
        compare(old, new, by: .name)
      } else if let new = rest.removeValue(forKey: old.entry.id) {
        changed.append((old, new))
      } else {
        gone.append(old)
      }
    }
    added = rest
  }

  /// Finds the feeds most of whose ids differ, so that a missing entry ranks the same whether ids or names decide.
  private mutating func findChurningFeeds(
    _ changed: [(old: ParsedEntry, new: ParsedEntry)], _ gone: [ParsedEntry], _ added: [EntryID: ParsedEntry]
  ) {
    var tallies = tallies
    for pair in changed where pair.old.entry.kind != .menu {
      if let feed = pair.old.entry.id.feed { tallies[feed, default: FeedTally()].old += 1 }
    }
    let aliases = Set((changed.map(\.new) + added.values).flatMap(\.entry.aliases))
    for missing in gone where countsAsGone(missing) {
      guard let feed = missing.entry.id.feed else { continue }
      tallies[feed, default: FeedTally()].old += 1
      let isKnown = aliases.contains(missing.entry.id) || missing.entry.aliases.contains { added[$0] != nil }
      if !isKnown { tallies[feed, default: FeedTally()].gone += 1 }
    }
    for found in added.values where countsAsAdded(found) {
      if let feed = found.entry.id.feed { tallies[feed, default: FeedTally()].added += 1 }
    }
    churning = Set(tallies.filter { Self.isChurning($0.value) }.keys)
  }

  /// Pairs entries that have no counterpart by id or alias. In a feed most of whose ids differ, and if names decide, the same or a similar
  /// name is enough; otherwise entries must be alike in more than that.
  private mutating func pairUnmatched(_ gone: inout [ParsedEntry], _ added: inout [EntryID: ParsedEntry]) {
    let old = Dictionary(grouping: gone.filter(countsAsGone)) { $0.entry.id.feed }
    let new = Dictionary(grouping: added.values.filter(countsAsAdded)) { $0.entry.id.feed }
    var paired: Set<EntryID> = []
    for (feed, old) in old.sorted(by: { ($0.key?.description ?? "") < ($1.key?.description ?? "") }) {
      guard let feed, let new = new[feed] else { continue }
      let tally = tallies[feed, default: FeedTally()]
      let isChurning = matching == .id && Self.isChurning(FeedTally(old: tally.old + old.count, added: new.count, gone: old.count))
      let found =
        isChurning || matching == .name
        ? NamePairs(old, new, allowsSimilar: true) : NamePairs(probable: old, new, now: self.new.edition.generatedAt)
      for pair in found.pairs {
        compare(pair.old, pair.new, by: .likeness)
        paired.formUnion([pair.old.entry.id, pair.new.entry.id])
      }
      if matching == .name {
        pairings[feed]?.paired += found.pairs.count
        feeds[feed]?.pairedByName += found.pairs.count
        continue
      }
      pairings[feed] = Pairing(ambiguous: found.ambiguous, isLeftOut: found.isLeftOut, paired: found.pairs.count, old: old.count)
      guard isChurning else { continue }
      churning.insert(feed)
      // Even in a pair, the ids are different.
      tallies[feed, default: FeedTally()].gone += found.pairs.count
      tallies[feed, default: FeedTally()].added += found.pairs.count
      if feeds[feed] == nil { feeds[feed] = FeedComparison(id: feed, old: nil, new: nil) }
      feeds[feed]?.pairedByName = found.pairs.count
    }
    gone.removeAll { paired.contains($0.entry.id) }
    added = added.filter { !paired.contains($0.key) }
  }

  /// Whether a missing entry is gone: its feed delivered, and its time is not over. Never true for quotes, which are a stream, and for menus,
  /// which come and go.
  private func countsAsGone(_ missing: ParsedEntry) -> Bool {
    guard let feed = missing.entry.id.feed, ![.quote, .menu].contains(missing.entry.kind) else { return false }
    return isDelivered(feed) && end(of: missing.entry) == nil
  }

  /// Whether an entry is new: its feed was in the old catalog.
  private func countsAsAdded(_ found: ParsedEntry) -> Bool {
    guard let feed = found.entry.id.feed, ![.quote, .menu].contains(found.entry.kind) else { return false }
    return isDelivered(feed)
  }

  /// Whether most ids of a feed are different.
  private static func isChurning(_ tally: FeedTally) -> Bool {
    tally.old >= minimumToChurn && min(tally.gone, tally.added) * 2 > tally.old
  }

  /// Reports entries that have a new id, according to the aliases of an entry. Returns the other entries whose ids the new catalog lacks.
  private mutating func reportNewIDs(
    _ gone: [ParsedEntry], _ added: inout [EntryID: ParsedEntry], _ changed: [ParsedEntry]
  ) -> [ParsedEntry] {
    var rest: [ParsedEntry] = []
    var byAlias: [EntryID: EntryID] = [:]
    for found in changed + added.values.sorted(by: { $0.entry.id < $1.entry.id }) {
      for alias in found.entry.aliases where byAlias[alias] == nil { byAlias[alias] = found.entry.id }
    }
    for missing in gone {
      let id = byAlias[missing.entry.id] ?? missing.entry.aliases.first { added[$0] != nil }
      if let id, let found = added.removeValue(forKey: id) {
        compare(missing, found)
      } else if let id, let feed = missing.entry.id.feed, isDelivered(feed) {
        tallies[feed, default: FeedTally()].old += 1
        report(
          missing, nil, .renumbered, [Change(.id, "is a part of \(id) now", .breaking, why: "the id changed")])
      } else {
        rest.append(missing)
      }
    }
    return rest
  }

  /// Reports an entry as ended or gone. If its feed did not deliver, the entry is only counted. Quotes are a stream and are ignored.
  private mutating func reportGone(_ missing: ParsedEntry) {
    let entry = missing.entry
    guard let feed = entry.id.feed, entry.kind != .quote else { return }
    // If a feed did not deliver, its missing entries may still exist.
    if let end = end(of: entry), new.feeds[feed]?.outcome.isDelivered ?? (old.feeds[feed] == nil) {
      let sentence: ChangeSentence? = entry.kind == .menu ? .predicate("is over") : nil
      return report(missing, nil, .ended, [Change("ended", end, sentence: sentence)])
    }
    guard isDelivered(feed) else {
      feeds[feed]?.missing += 1
      return
    }
    if entry.kind == .menu { return report(missing, nil, .gone, [Change(.gone, "is no longer listed, before its day is over")]) }
    tallies[feed, default: FeedTally()].old += 1
    tallies[feed, default: FeedTally()].gone += 1
    let hasEnd = entry.event != nil || entry.alert?.endsAt != nil
    let change =
      entry.kind == .place
      ? Change(.gone, "is gone", .breaking, why: "the place is gone")
      : Change(.gone, "is no longer listed" + (hasEnd ? ", before its end" : ""))
    report(missing, nil, .gone, [change])
  }

  /// Reports a new entry, unless the old entries of its feed are unknown. Quotes are only counted.
  private mutating func reportAdded(_ found: ParsedEntry) {
    guard let feed = found.entry.id.feed else { return }
    if found.entry.kind == .quote {
      feeds[feed]?.streamed += 1
      return
    }
    // If the feed was absent from the old catalog, its old entries are unknown.
    if new.feeds[feed] != nil || old.feeds[feed] != nil {
      guard let outcome = old.feeds[feed]?.outcome, outcome != .absent, outcome != .disabled else { return }
    }
    if found.entry.kind != .menu { tallies[feed, default: FeedTally()].added += 1 }
    let summary = summary(found.entry)
    let sentence = ChangeSentence.predicate(found.entry.kind == .menu ? "is new" : "is new (\(summary))")
    report(nil, found, .added, [Change(.added, "is new: \(summary)", sentence: sentence)])
  }

  /// Adds the changes of an entry. If only one of the catalogs has it, there is one change, whose value is the entry's line.
  private mutating func report(_ old: ParsedEntry?, _ new: ParsedEntry?, _ event: EntryChanges.Event, _ changes: [Change]) {
    guard let entry = (new ?? old)?.entry, let feed = entry.id.feed else { return }
    var changes = changes
    if old == nil || new == nil {
      changes[0].from = old.map { String(decoding: $0.line, as: UTF8.self) }
      changes[0].to = new.map { String(decoding: $0.line, as: UTF8.self) }
    }
    // The SHA-256 of the old line, a line feed and the new line. A line is empty if the catalog does not have the entry.
    var fingerprint = SHA256()
    fingerprint.update(old?.line ?? [])
    fingerprint.update([0x0A])
    fingerprint.update(new?.line ?? [])
    entryChanges.append(
      EntryChanges(
        id: entry.id, feed: feed, formerID: old.flatMap { $0.entry.id == entry.id ? nil : $0.entry.id }, kind: entry.kind,
        name: entry.name, event: event, subject: subject(of: entry),
        page: entry.page, source: (self.new.feeds[feed] ?? self.old.feeds[feed])?.address, changes: changes,
        fingerprint: fingerprint.finalize().bytes
      ))
  }

  /// Returns what a menu is of, "Menu of Commons, Sat 21 Nov 2026, Lunch", with the id of a place that is not known; nil for other entries.
  private func subject(of entry: Entry) -> String? {
    entry.menu.map { menu in
      let place = comparison.placesOfMenus[menu.place]?.name.flatMap { PlainText.line($0) } ?? menu.place.description
      return menu.title(of: place, style(of: entry))
    }
  }

  /// Returns the text for an event, alert or menu whose time was over when the new catalog was generated; otherwise nil.
  private func end(of entry: Entry) -> String? {
    switch entry.details {
    case .event(let event):
      guard event.hasEnded(by: new.edition.generatedAt, in: zone(of: entry)) else { return nil }
      return "ended on \(style(of: entry).date(event.endDate))"
    case .alert(let alert):
      guard let endsAt = alert.endsAt, endsAt <= new.edition.generatedAt else { return nil }
      return "ended \(style(of: entry).text(endsAt, in: zone(of: entry), isEnd: true))"
    case .menu(let menu):
      let hours = comparison.placesOfMenus[menu.place]?.hours
      guard menu.hasEnded(by: new.edition.generatedAt, in: zone(of: entry), hours: hours) else { return nil }
      return "was for \(style(of: entry).date(menu.date))"
    case .place, .quote: return nil
    }
  }

  private func campus(of entry: Entry) -> Campus? { new.campuses[entry.campus] ?? old.campuses[entry.campus] }

  /// The zone of the campus of an entry.
  private func zone(of entry: Entry) -> Zone? { campus(of: entry)?.timeZone }

  private func style(of entry: Entry) -> RegionalStyle { chosenStyle.style(of: campus(of: entry)?.country) }

  /// "cafe", "event on Sat 21 Nov 2026", "major alert".
  private func summary(_ entry: Entry) -> String {
    switch entry.details {
    case .place(let place): place.category.rawValue
    case .event(let event): "event \(HoursDescription(style: style(of: entry)).dates(event.startDate, event.endDate))"
    case .alert(let alert): "\(alert.severity.rawValue) alert"
    case .quote: "quote"
    case .menu(let menu): "\(menu.meal.name ?? menu.meal.kind.rawValue) on \(style(of: entry).date(menu.date))"
    }
  }

  // MARK: - Feeds

  /// Whether both catalogs have a current result of the feed.
  private func isDelivered(_ feed: FeedID) -> Bool {
    // If neither catalog lists a feed, it did not fail.
    if old.feeds[feed] == nil, new.feeds[feed] == nil { return true }
    guard let old = old.feeds[feed]?.outcome, let new = new.feeds[feed]?.outcome else { return false }
    return (old.isDelivered || treatsStaleAsDelivered && old == .stale) && new.isDelivered
  }

  /// Whether a field or part of an entry can be compared: the other catalog must also have the feed it came from.
  private func isCurrent(_ part: String, of entry: Entry, in other: Header) -> Bool {
    var feed = entry.id.feed
    if let provenance = entry.provenance.first(where: { $0.field == part || part.hasPrefix($0.field + ".") }) {
      guard case .entry(let id) = provenance.origin else { return true }
      feed = id.feed
    }
    guard let feed, old.feeds[feed] != nil || new.feeds[feed] != nil else { return true }
    return switch other.feeds[feed]?.outcome {
    case nil, .absent, .disabled: false
    default: true
    }
  }

  /// Detects feeds whose ids or hours changed as a whole, and collects the remarks on all feeds.
  ///
  /// A feed with at least `minimumToChurn` entries cannot be compared if both the ids that are gone and the new ones are more than half of
  /// their number. Two catalogs cannot be compared if such feeds have more than half of these entries. Changed hours become suspicious if
  /// they concern at least two places of a feed and more than half of its places.
  ///
  /// - Returns: whether the catalogs can be compared.
  private mutating func judgeFeeds() -> Bool {
    var (all, churned) = (0, 0)
    var suspicious: [FeedID: String] = [:]
    for (feed, tally) in tallies {
      if tally.old >= Self.minimumToChurn { all += tally.old }
      // With names instead of ids, feeds remain comparable.
      if matching == .id, Self.isChurning(tally) {
        churned += tally.old
        churning.insert(feed)
        if feeds[feed] == nil { feeds[feed] = FeedComparison(id: feed, old: nil, new: nil) }
        feeds[feed]?.isComparable = false
        feeds[feed]?.isChange = true
        feeds[feed]?.texts.append(
          "\(tally.gone) of \(tally.old) ids are gone, \(tally.added) are new: its entries are not comparable by id")
      }
      guard tally.changedHours >= 2, tally.changedHours * 2 > tally.places else { continue }
      let why = "hours of \(tally.changedHours) of \(tally.places) places changed at once"
      suspicious[feed] = why
      feeds[feed]?.texts.append(why)
    }
    for feed in pairings.keys { describePairing(of: feed) }
    for index in entryChanges.indices where entryChanges[index].event == .gone && churning.contains(entryChanges[index].feed) {
      entryChanges[index].changes[0].markGoneSuspicious()
    }
    for index in entryChanges.indices {
      guard let why = suspicious[entryChanges[index].feed] else { continue }
      for change in entryChanges[index].changes.indices { entryChanges[index].changes[change].markHoursSuspicious(why) }
      entryChanges[index].changes.sort { $0.rank > $1.rank }
    }
    for feed in feeds.keys { feeds[feed]?.describe() }
    return churned * 2 <= all
  }

  /// Adds the pairs by name, and the places that could not be paired, to the remarks on a feed.
  private mutating func describePairing(of feed: FeedID) {
    guard let pairing = pairings[feed] else { return }
    var texts: [String] = []
    if churning.contains(feed) || matching == .name, !pairing.isLeftOut {
      let what = matching == .name ? "entries that differ" : "old entries"
      texts.append("\(pairing.paired) of \(pairing.old) \(what) \(pairing.paired == 1 ? "is" : "are") paired by name")
    }
    if pairing.isLeftOut { texts.append("more than \(NamePairs.limit) entries differ, so they are not paired by name") }
    let count = pairing.ambiguous.count
    if count > 0 {
      let what = count == 1 ? "one name occurs" : "\(count) names occur"
      texts.append("\(what) more than once and \(count == 1 ? "is" : "are") not paired: \(ChangeLog.list(pairing.ambiguous))")
    }
    feeds[feed]?.texts += texts
  }
}

extension ChangeLog {
  /// The maximum number of names in a list.
  private static let maximumNames = 20

  /// "Argo Tea, Burger King and 3 more".
  static func list(_ names: [String]) -> String {
    let shown = names.prefix(maximumNames).joined(separator: ", ")
    return names.count > maximumNames ? "\(shown) and \(names.count - maximumNames) more" : shown
  }
}

extension Change {
  /// Lowers the rank of a place that is gone: if most ids of its feed are new, it may have another name.
  fileprivate mutating func markGoneSuspicious() {
    guard rank == .breaking else { return }
    (text, rank, why, showsWhy) = ("is no longer listed, or has another name", .suspicious, "most ids of the feed are new", false)
    sentence = .predicate(text)
  }

  /// Raises the rank of changed hours: so many at once may be a fault of the feed.
  fileprivate mutating func markHoursSuspicious(_ why: String) {
    if code == .hours, rank == .routine { (rank, self.why, showsWhy) = (.suspicious, why, false) }
  }
}

extension Entry {
  /// The address of the entry's page: its website if it has one, otherwise its source, menu or order page.
  fileprivate var page: String? {
    [Link.Relation.website, .source, .menu, .order].lazy.compactMap { relation in links.first { $0.relation == relation } }.first
      .map { "\($0.href)" }
  }
}
