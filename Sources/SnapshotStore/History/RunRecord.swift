import FeedKit
public import OpeningHours
public import StoreInterface

/// A stored run. `SnapshotStore.catalog(of:)` returns what it wrote, until the run is removed by `SnapshotStore.prune`.
public struct RunRecord: Sendable, Hashable {
  /// The number of the run, ascending.
  public let id: Int
  /// The generation time of its catalog.
  public let generatedAt: Instant
  /// The campuses and feeds that were selected for the run.
  public let selection: RunSelection
  /// The part of the run that the caller requested; equal to `selection` if that is the whole run.
  public let requested: RunSelection

  /// Whether its catalog is only the requested part of what the run wrote.
  public var isFiltered: Bool { requested != selection }

  init(_ row: RunRow, requested: RunSelection? = nil) {
    id = row.id
    generatedAt = row.generatedAt
    selection = row.selection
    self.requested = requested ?? row.selection
  }
}
