public import Aggregation
import GRDB

/// The progress of a watch: the run up to which it has reported changes.
public enum WatchProgress: Sendable, Hashable {
  case notStarted
  case run(RunRecord)
  /// The watch has reported changes up to a run that is no longer stored.
  case runRemoved
}

extension SnapshotStore {
  /// - Parameter watch: the name of the watch, which is the same each time it is started.
  public func progress(of watch: String) async throws(StoreError) -> WatchProgress {
    try await connection.read { database in
      guard let row = try WatchRow.first("WHERE name = ?", [watch], in: database) else { return .notStarted }
      return try RunRecord.row(row.run, in: database).map { .run($0) } ?? .runRemoved
    }
  }

  /// Records that a watch has reported changes up to a run, which `prune` then keeps until the watch has reported a later one.
  public func setProgress(_ run: RunRecord, of watch: String) async throws(StoreError) {
    let row = WatchRow(name: watch, run: run.id)
    try await commits.commit(CommitQueue.Write(size: 256) { try row.insert(in: $0) })
  }
}

struct WatchRow {
  let name: String
  let run: Int
}

extension WatchRow: StoredRow {
  static let table = StoredTable("watch", ["name", "run"], or: .replace)

  init(reading row: inout RowReader) throws {
    self.init(name: row.text(), run: row.integer())
    try row.verify("the watch \(name)")
  }

  var values: [any ColumnValue] { [name, run] }
}
