import CampusCatalog
public import FeedKit
import GRDB
public import OpeningHours
public import StoreInterface

extension SnapshotStore {
  public var keepsRuns: Bool { true }

  /// Keeps what is left at the end of a run in one transaction; a part that does not fit (another run was faster) costs itself alone.
  public func commit(_ end: RunEnd) async -> [RunEnd.Failure] {
    var failures: [RunEnd.Failure] = []
    var changes: [(feed: FeedID?, change: Change)] = []
    changes.reserveCapacity(end.confirmations.count + 2)
    for update in end.confirmations {
      do throws(StoreError) { changes.append((update.state.feed, .feed(try FeedChange(update)))) } catch {
        failures.append(RunEnd.Failure(error, feed: update.state.feed))
      }
    }
    if !end.hosts.isEmpty { changes.append((nil, .hosts(end.hosts))) }
    if let run = end.run {
      do throws(StoreError) { changes.append((nil, .run(try await change(of: run)))) } catch { failures.append(RunEnd.Failure(error)) }
    }
    for (result, (feed, change)) in zip(await commits.commit(changes.map(\.change)), changes) {
      guard case .failure(let error) = result else { continue }
      // What was seen to be kept may have been removed before the transaction: then all of it is written.
      if case .run = change, error.reason == .storeConflict, let run = end.run {
        do throws(StoreError) { try await keep(run) } catch { failures.append(RunEnd.Failure(error)) }
      } else {
        failures.append(RunEnd.Failure(error, feed: feed))
      }
    }
    return failures
  }

  public func contentHash(of run: RunUpdate) async throws(StoreError) -> String? {
    guard let (campuses, parts) = try RunContents.names(run) else { return nil }
    return try await connection.read { try ContentHashRow.hash(campuses: campuses, parts: parts, in: $0) }?.contentHash
  }

  /// Keeps all of a run, without a look at what is kept already.
  private func keep(_ run: RunUpdate) async throws(StoreError) {
    try await commits.commit(.run(try RunChange(run, try RunContents(run), kept: [])))
  }

  private func change(of run: RunUpdate) async throws(StoreError) -> RunChange {
    let written = try RunContents(run)
    let ids = written.all.map(\.id)
    let kept = try await connection.read { database in try Set(ids.filter { try Reading.isKept($0, in: database) }) }
    return try RunChange(run, written, kept: kept)
  }

  // MARK: - Reading

  /// The runs that are remembered, newest first.
  ///
  /// - Parameters:
  ///   - selection: only those that were asked for exactly this; nil: all.
  ///   - limit: so many at the most; nil: all.
  public func runs(selection: RunSelection? = nil, limit: Int? = nil) async throws(StoreError) -> [RunRecord] {
    try await connection.read { database in
      var runs: [RunRecord] = []
      if limit == 0 { return runs }
      try Self.each(selection, until: nil, in: database) { row in
        runs.append(RunRecord(row))
        return runs.count != limit
      }
      return runs
    }
  }

  /// The newest run at or before a moment that was asked for exactly this selection. When there is none, the newest one at or before the
  /// moment that has all of it; its record says so (`isFiltered`). Nil when there is none of these either.
  ///
  /// - Parameters:
  ///   - moment: nil: the newest of all.
  ///   - back: of those runs, the one that is so many runs older.
  public func run(atOrBefore moment: Instant? = nil, selection: RunSelection, back: Int = 0) async throws(StoreError) -> RunRecord? {
    try await connection.read { database in
      for isExact in [true, false] {
        var rest = back
        var found: RunRecord?
        try Self.each(isExact ? selection : nil, until: moment, in: database) { row in
          guard isExact || row.selection.covers(selection) else { return true }
          if rest == 0 { found = RunRecord(row, wanted: selection) }
          rest -= 1
          return found == nil
        }
        if let found { return found }
      }
      return nil
    }
  }

  /// The moment of the oldest run that `run(atOrBefore:selection:)` could give; nil when there is none.
  public func firstRun(selection: RunSelection) async throws(StoreError) -> Instant? {
    try await connection.read { database in
      var first: Instant?
      try Self.each(nil, until: nil, in: database) { row in
        if row.selection.covers(selection) { first = row.generatedAt }
        return true
      }
      return first
    }
  }

  /// The newest moment that anything in the store is of: a run, or a result. Nil for an empty store.
  public func newestMoment() async throws(StoreError) -> Instant? {
    try await connection.read { database in
      let texts = try [
        "SELECT max(generated_at) FROM run", "SELECT max(accepted_at) FROM snapshot", "SELECT max(checked_at) FROM snapshot",
      ]
      .map { try String.fetchOne(database, sql: $0) }
      return texts.compactMap { $0.flatMap { Instant($0) } }.max()
    }
  }

  private static func each(
    _ selection: RunSelection?, until moment: Instant?, in database: Database, _ body: (RunRow) throws -> Bool
  ) throws {
    var (conditions, arguments): ([String], [String]) = ([], [])
    if let selection {
      conditions.append("selection = ?")
      arguments.append(StoredJSON.write(selection))
    }
    if let moment {
      conditions.append("generated_at <= ?")
      arguments.append(RowWriter.text(moment))
    }
    let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    try RunRow.each(condition, StatementArguments(arguments), in: database, body)
  }
}
