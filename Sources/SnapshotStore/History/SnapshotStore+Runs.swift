public import Aggregation
import CampusCatalog
import GRDB
public import OpeningHours

extension SnapshotStore {
  public var storesRuns: Bool { true }

  /// Stores the rest of a run in one transaction: confirmations, servers, and the run's output. A write that conflicts with another
  /// run fails alone.
  public func commit(_ end: RunEnd) async -> [RunEnd.Failure] {
    var failures: [RunEnd.Failure] = []
    var writes: [(feed: FeedID?, write: CommitQueue.Write)] = []
    writes.reserveCapacity(end.confirmations.count + 2)
    for update in end.confirmations {
      do throws(StoreError) { writes.append((update.state.feed, try write(update))) } catch {
        failures.append(RunEnd.Failure(error, feed: update.state.feed))
      }
    }
    if !end.hosts.isEmpty { writes.append((nil, write(end.hosts))) }
    if let run = end.run {
      do throws(StoreError) { writes.append((nil, try await write(run))) } catch { failures.append(RunEnd.Failure(error)) }
    }
    for (result, (feed, _)) in zip(await commits.commit(writes.map(\.write)), writes) {
      if case .failure(let error) = result { failures.append(RunEnd.Failure(error, feed: feed)) }
    }
    return failures
  }

  private func write(_ run: RunUpdate) async throws(StoreError) -> CommitQueue.Write {
    var prepared = try PreparedRun(run)
    let ids = prepared.contents.map(\.id)
    try prepared.compress(except: try await connection.read { database in Set(try ids.filter { try database.containsContent($0) }) })
    let path = connection.path
    return CommitQueue.Write(size: prepared.size) { [prepared] database in
      guard try prepared.apply(in: database) else {
        throw StoreError(
          .storeConflict, "the output of the run is no longer in \(path); another process has removed old results in the meantime")
      }
    }
  }

  /// Returns the stored content hash of a catalog with the same campuses and entries, such as "sha256:…". Nil if there is none, or if
  /// a part is not one stored result.
  public func contentHash(of run: RunUpdate) async throws(StoreError) -> String? {
    guard run.parts.allSatisfy({ $0.lines.content != nil }) else { return nil }
    var run = run
    // The hash does not depend on them.
    run.feeds = []
    let record = try PreparedRun(run).record
    return try await connection.read { try ContentHashRow.hash(of: record, in: $0) }?.contentHash
  }

  // MARK: - Stored runs

  /// Returns the stored runs, newest first.
  ///
  /// - Parameter selection: the exact selection of the runs; nil for all.
  public func runs(selection: RunSelection? = nil, limit: Int? = nil) async throws(StoreError) -> [RunRecord] {
    try await connection.read { try Array(Self.rows(selection, until: nil, in: $0).prefix(limit ?? .max)) }
  }

  /// Returns the last run, by number, that has exactly this selection and a time at or before a moment. If there is none, returns the last
  /// one that includes the selection; its record `isFiltered`. Nil if there is none either.
  ///
  /// - Parameters:
  ///   - moment: nil for the newest run of all.
  ///   - back: how many matching runs to go back from the newest.
  public func run(atOrBefore moment: Instant? = nil, selection: RunSelection, back: Int = 0) async throws(StoreError) -> RunRecord? {
    try await connection.read { database in
      for isExact in [true, false] {
        let rows = try Self.rows(isExact ? selection : nil, until: moment, in: database)
        var found = try rows.filter { isExact || $0.selection.covers(selection) }.dropFirst(back).next()
        found?.requested = selection
        if let found { return found }
      }
      return nil
    }
  }

  /// Returns the runs after another one with the same selection, newest first; of each, the same part is requested.
  public func runs(after run: RunRecord) async throws(StoreError) -> [RunRecord] {
    try await connection.read { database in
      try Array(Self.rows(run.selection, until: nil, in: database).prefix { $0.id > run.id }).map { later in
        var later = later
        later.requested = run.requested
        return later
      }
    }
  }

  /// Returns the time of the oldest run that `run(atOrBefore:selection:)` could return; nil if there is none.
  public func firstRun(selection: RunSelection) async throws(StoreError) -> Instant? {
    try await connection.read { database in
      try RunRecord.rows("ORDER BY id", [], in: database).filter { $0.selection.covers(selection) }.next()?.generatedAt
    }
  }

  private static func rows(_ selection: RunSelection?, until moment: Instant?, in database: Database) throws -> RowCursor<RunRecord> {
    // All times come before "z".
    let clause = "WHERE selection = ifnull(?, selection) AND generated_at <= ifnull(?, 'z') \(RunRecord.order)"
    return try RunRecord.rows(clause, [selection.map { StoredJSON.write($0) }, moment], in: database)
  }
}
