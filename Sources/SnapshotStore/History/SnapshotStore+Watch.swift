public import FeedKit
import GRDB
public import StoreInterface

/// How far a watch has come.
public enum WatchPlace: Sendable, Hashable {
  /// It has told nothing yet.
  case nothing
  /// The run up to which it has told the changes.
  case run(RunRecord)
  /// It has reported changes up to a run that is no longer stored.
  case forgotten
}

extension SnapshotStore {
  /// How far a watch has come.
  ///
  /// - Parameter watch: its name; the same watch has the same name each time it is started.
  public func lastTold(by watch: String) async throws(StoreError) -> WatchPlace {
    try await connection.read { database in
      guard let row = try WatchRow.all(in: database).first(where: { $0.name == watch }) else { return .nothing }
      return try RunRow.row(row.run, in: database).map { .run(RunRecord($0)) } ?? .forgotten
    }
  }

  /// Remembers that a watch has told the changes up to a run.
  public func tell(_ run: RunRecord, by watch: String) async throws(StoreError) {
    try connection.checkOpen()
    try await commits.commit(.watch(WatchRow(name: watch, run: run.id)))
  }
}
