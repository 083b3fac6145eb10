public import FeedCore
import GRDB

extension SnapshotStore {
  /// The run up to which a watch has told the changes; nil when it has told none, or when that run is not remembered any more.
  ///
  /// - Parameter watch: its name; the same watch has the same name each time it is started.
  public func lastTold(by watch: String) async throws(StoreError) -> RunRecord? {
    try await connection.read { database in
      guard let row = try WatchRow.all(in: database).first(where: { $0.name == watch }) else { return nil }
      return try RunRow.row(row.run, in: database).map { RunRecord($0) }
    }
  }

  /// Remembers that a watch has told the changes up to a run.
  public func tell(_ run: RunRecord, by watch: String) async throws(StoreError) {
    try connection.checkOpen()
    try await commits.commit(.watch(WatchRow(name: watch, run: run.id)))
  }
}
