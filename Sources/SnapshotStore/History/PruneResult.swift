/// The numbers of what `SnapshotStore.prune` removed, or would remove.
public struct PruneResult: Sendable, Hashable {
  public var runs = 0
  public var snapshots = 0
  public var contents = 0
  /// Bytes of these contents as stored.
  public var contentBytes = 0
  public var changes = 0
  /// Bytes by which the file became smaller. Free space inside the file is reused in any case.
  public var fileBytes = 0
}
