public import Aggregation
import Basics
public import CampusCatalog
public import CatalogDiff
import CatalogQuery
import FeedKit
public import OpeningHours
import SimdJSON
public import SnapshotStore

/// The history of an entry in a store.
public struct StoredHistory: Sendable {
  /// The current id of the entry, or the requested id if the newest run does not have the entry.
  public let id: EntryID
  public let history: EntryHistory
  /// When the feed of each record was last confirmed to be current.
  public let checkedAt: [EntryID: Instant]
  /// The zone of the campus; nil if unknown.
  public let zone: Zone?
  /// How times, dates and distances are written.
  public let style: RegionalStyle
  /// The place of a menu in the newest run; nil for other entries, and for a menu that the run does not have.
  public let placeOfMenu: EntryID?

  /// An entry of a run that a text may mean.
  public struct Match: Sendable {
    /// The current id of the entry, or the requested id if the newest run does not have the entry.
    public let id: EntryID
    public var name: String? { entry?.name }
    fileprivate let entry: Entry?
    fileprivate let campus: Campus?

    /// Creates the match of an entry of a catalog that was read from the store.
    public init(_ entry: Entry, of catalog: Catalog) {
      self.init(id: entry.id, entry: entry, campus: catalog.campuses.first { $0.id == entry.campus })
    }

    fileprivate init(id: EntryID, entry: Entry?, campus: Campus?) { (self.id, self.entry, self.campus) = (id, entry, campus) }
  }

  /// Reads the history of an entry: the history of its records, and of records that these continue under a new id.
  ///
  /// - Parameter chosen: the clock and the units of the texts.
  /// - Throws: `missingEntry` for an id that the store never had.
  public init(
    of match: Match, in store: SnapshotStore, style chosen: RegionalStyle.Choice = RegionalStyle.Choice()
  ) async throws(SessionError) {
    let (id, entry, campus) = (match.id, match.entry, match.campus)
    style = chosen.style(of: campus?.country)
    let reader = VersionReader(store, campus, chosen)
    var records = entry?.sources.compactMap { EntryID(feed: $0.feed, record: $0.record) } ?? []
    records += entry?.aliases.filter { !records.contains($0) } ?? []
    if !records.contains(id) { records.insert(id, at: 0) }
    var found: [(id: EntryID, versions: [EntryHistory.Version])] = []
    var index = 0
    while index < records.count {
      let record = records[index]
      let versions = try await reader.versions(of: record)
      found.append((record, versions))
      for changes in versions.flatMap({ $0.changes ?? [] }) {
        for other in [changes.id, changes.formerID].compactMap({ $0 }) where !records.contains(other) { records.append(other) }
      }
      index += 1
    }
    var checkedAt: [EntryID: Instant] = [:]
    for record in records {
      let found = try await SessionError.ofStore { () async throws(StoreError) in try await store.delivery(of: record) }
      // A catalog says when it checked the feed; the catalog itself may have been checked later.
      let report = found?.result?.upstream?.feeds.first { $0.id == record.feed }
      checkedAt[record] = report.map { $0.checkedAt ?? $0.fetchedAt } ?? found?.result?.checkedAt
    }
    self.checkedAt = checkedAt
    self.id = entry?.id ?? id
    placeOfMenu = entry?.menu?.place
    history = EntryHistory(found, zone: campus?.timeZone, style: style)
    zone = campus?.timeZone
    guard history.steps.isEmpty, let feed = id.feed else { return }
    let known = try await SessionError.ofStore { () async throws(StoreError) in try await store.snapshots(of: [feed], limit: 1) }
    throw SessionError(
      .missingEntry, known.isEmpty ? "\(store.path) has no results of \(feed)" : "\(store.path) has no entry \(id)")
  }

  /// Returns the entries that a text may mean, at least one, as `Catalog.matches` does: among the newest results of all feeds, otherwise in
  /// the newest of the earlier runs that have some. An id that the store no longer has is not an error.
  ///
  /// - Parameters:
  ///   - text: an id, an alias, a name, or words of a name.
  ///   - registry: has the campuses that no run has.
  /// - Throws: `unknownName` for a text that matches nothing; `longName`.
  public static func matches(
    _ text: String, in store: SnapshotStore, _ registry: @autoclosure () -> Registry
  ) async throws(SessionError) -> [Match] {
    try SessionError.checkName(text)
    if let id = EntryID(text) {
      let (entry, campuses) = try await store.newestEntry(id)
      let campus = entry?.campus ?? id.feed?.campus
      return [Match(id: id, entry: entry, campus: campus.flatMap { id in campuses.first { $0.id == id } ?? registry().campus(id) })]
    }
    guard let newest = try await store.newestCatalog() else {
      throw SessionError(.missingRuns, "\(store.path) has no runs yet, so names are not known; use an id such as penn/dining/593")
    }
    do throws(SessionError) {
      return matches(try newest.matches(text, by: StatusRule(at: newest.generatedAt, campuses: newest.campuses)), of: newest)
    } catch {
      if !SearchText(text).isEmpty, let earlier = try await earlierMatches(text, in: store) { return earlier }
      throw error
    }
  }

  /// The number of entries of earlier runs in which a name is looked up.
  private static let maximumLookups = 100_000

  /// Returns the entries of the newest run that has some with this name, otherwise of the newest that has some with these words in their
  /// names; nil if no run has.
  private static func earlierMatches(_ text: String, in store: SnapshotStore) async throws(SessionError) -> [Match]? {
    let search = SearchText(text)
    let runs = try await SessionError.ofStore { () async throws(StoreError) in try await store.runs(limit: 100) }
    var ranked: [Match] = []
    var count = 0
    for run in runs where count <= maximumLookups {
      let catalog = try await SessionError.ofStore { () async throws(StoreError) in try await store.catalog(of: run) }.catalogOfRun
      let named = catalog.named(search)
      if !named.isEmpty { return matches(named, of: catalog) }
      if ranked.isEmpty { ranked = matches(catalog.ranked(search), of: catalog) }
      count += catalog.entries.count
    }
    return ranked.isEmpty ? nil : ranked
  }

  private static func matches(_ entries: [Entry], of catalog: Catalog) -> [Match] {
    entries.map { Match($0, of: catalog) }
  }
}

/// Reads the versions of records, and compares the results in which they changed.
private struct VersionReader {
  private let store: SnapshotStore
  private let campus: Campus?
  private let style: RegionalStyle.Choice
  init(_ store: SnapshotStore, _ campus: Campus?, _ style: RegionalStyle.Choice) {
    (self.store, self.campus, self.style) = (store, campus, style)
  }

  func versions(of id: EntryID) async throws(SessionError) -> [EntryHistory.Version] {
    let stored = try await SessionError.ofStore { [store] () async throws(StoreError) in try await store.versions(of: id) }
    async let found = newDates(of: id, stored)
    // In the meantime, the versions are compared without them: most dates have their usual hours and change nothing.
    let alone = try stored.indices.map { index throws(SessionError) in try compare(index, in: stored, id, []) }
    let states = try stored.map { version throws(SessionError) in try Self.state(version.state, of: id) }
    let dates = try await found.get()
    let compared = try Array(stored.indices).concurrentMap { index throws(SessionError) in
      let isUsual = !dates[index].contains { $0.isUnusual || $0.since != nil }
      return isUsual ? alone[index] : try compare(index, in: stored, id, dates[index])
    }
    let logs = try await self.logs(of: stored, id, dates, compared)
    return stored.indices.map { index in
      let changes = logs[index]?.entries.filter { $0.id == id || $0.formerID == id }
      return EntryHistory.Version(
        at: stored[index].at, result: stored[index].snapshot, states[index], changes: changes, newDates: dates[index])
    }
  }

  /// Returns the dates with new hours of each version of a record, compared with the usual week.
  private func newDates(of id: EntryID, _ versions: [EntryVersion]) async -> Result<[[NewDate]], SessionError> {
    guard let campus, zip(versions, versions.dropFirst()).allSatisfy({ $0.at < $1.at }) else { return .success(versions.map { _ in [] }) }
    do throws(SessionError) {
      let found = try await SessionError.ofStore { [store] () async throws(StoreError) in
        try await store.newDates(of: id, versions, in: campus)
      }
      return .success(versions.isEmpty ? [] : [[]] + found)
    } catch { return .failure(error) }
  }

  /// The number of versions that are judged together with other entries at once: each needs the lines of two results.
  private static let logsAtOnce = 4

  /// Returns the changes of each result; nil if it or the one before it is not stored.
  private func logs(
    of versions: [EntryVersion], _ id: EntryID, _ dates: [[NewDate]], _ alone: [ChangeLog?]
  ) async throws(SessionError) -> [ChangeLog?] {
    let results = await withTaskGroup(of: (index: Int, log: Result<ChangeLog?, SessionError>).self) { group in
      var results = [Result<ChangeLog?, SessionError>](repeating: .success(nil), count: versions.count)
      func add(_ index: Int) {
        group.addTask {
          do throws(SessionError) {
            return (index, .success(try await log(of: index, in: versions, id, dates[index], alone[index])))
          } catch { return (index, .failure(error)) }
        }
      }
      for index in versions.indices.prefix(Self.logsAtOnce) { add(index) }
      var next = Self.logsAtOnce
      while let (index, log) = await group.next() {
        results[index] = log
        if next < versions.count { add(next) }
        next += 1
      }
      return results
    }
    return try results.map { log throws(SessionError) in try log.get() }
  }

  /// Returns the changes of a result; nil if it or the one before it is not stored.
  ///
  /// - Parameters:
  ///   - index: that of the version of the record.
  ///   - alone: the change of the record alone, if it is known.
  private func log(
    of index: Int, in versions: [EntryVersion], _ id: EntryID, _ dates: [NewDate], _ alone: ChangeLog?
  ) async throws(SessionError) -> ChangeLog? {
    let (store, version, former) = (store, versions[index], index > 0 ? versions[index - 1] : nil)
    guard version.state != .removed, let before = version.previous else { return nil }
    if let log = try await log(of: version, after: former, in: before, id, dates, alone) { return log }
    let results = try await SessionError.ofStore { () async throws(StoreError) in
      (old: try await store.lines(of: before), new: try await store.lines(of: version.snapshot))
    }
    guard let old = results.old, let new = results.new else { return nil }
    return try compare(old, new, of: version, id, dates)
  }

  /// Returns the change of a record alone, which needs no other lines of the results; nil if it must be judged together with those of others: a
  /// new id, or new hours in a result that changed other entries, too.
  private func log(
    of version: EntryVersion, after former: EntryVersion?, in before: Int, _ id: EntryID, _ dates: [NewDate], _ alone: ChangeLog?
  ) async throws(SessionError) -> ChangeLog? {
    guard case .line(let new) = version.state, let former else { return nil }
    var line: [UInt8]?
    switch former.state {
    case .gone: return nil
    // It has not changed since.
    case .line(let last): line = last
    case .removed:
      line = try await SessionError.ofStore { [store] () async throws(StoreError) in try await store.line(of: id, in: before) }
    }
    guard let line else { return nil }
    let log = if let alone { alone } else { try compare(line, new, of: version, id, dates) }
    guard log.entries.contains(where: { $0.changes.contains { $0.code == .hours } }) else { return log }
    let changes = try await SessionError.ofStore { [store] () async throws(StoreError) in try await store.changes(of: version.snapshot) }
    return changes.count { $0.kind == .changed } == 1 ? log : nil
  }

  /// Returns the change of a record alone; nil if it has no line now, or had none before.
  private func compare(_ index: Int, in versions: [EntryVersion], _ id: EntryID, _ dates: [NewDate]) throws(SessionError) -> ChangeLog? {
    guard index > 0, case .line(let old) = versions[index - 1].state, case .line(let new) = versions[index].state else { return nil }
    return try compare(old, new, of: versions[index], id, dates)
  }

  private func compare(
    _ old: [UInt8], _ new: [UInt8], of version: EntryVersion, _ id: EntryID, _ dates: [NewDate]
  ) throws(SessionError) -> ChangeLog {
    try compare(EntryLines(bytes: old + [0x0A], count: 1), EntryLines(bytes: new + [0x0A], count: 1), of: version, id, dates)
  }

  private func compare(
    _ old: EntryLines, _ new: EntryLines, of version: EntryVersion, _ id: EntryID, _ dates: [NewDate]
  ) throws(SessionError) -> ChangeLog {
    do {
      return try ChangeLog(CatalogComparison((version.at, old), (version.at, new), campus: campus), style: style, newDates: [id: dates])
    } catch {
      throw SessionError(.damagedResult, "the stored versions of \(id) cannot be compared: \(error)")
    }
  }

  private static func state(_ state: EntryVersion.State, of id: EntryID) throws(SessionError) -> EntryHistory.State {
    switch state {
    case .gone(let reason): return .gone(reason: reason)
    case .removed: return .forgotten
    case .line(let line):
      do {
        let document = try JSONDocument(parsing: line)
        return .entry(try Entry(reading: document.root))
      } catch {
        throw SessionError(.damagedResult, "the stored versions of \(id) cannot be read")
      }
    }
  }
}
