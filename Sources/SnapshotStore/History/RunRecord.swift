public import FeedKit
public import OpeningHours
public import StoreInterface

/// A run that is remembered.
public struct RunRecord: Sendable, Hashable {
  /// Counts up with each run.
  public let id: Int
  /// As its catalog says.
  public let generatedAt: Instant
  /// What the run was asked for.
  public let selection: RunSelection
  /// What is wanted of it; its own selection, unless the run had more than that.
  public let wanted: RunSelection

  /// Its catalog is not what the run wrote, but the part of it that is wanted.
  public var isFiltered: Bool { wanted != selection }

  init(_ row: RunRow, wanted: RunSelection? = nil) {
    id = row.id
    generatedAt = row.generatedAt
    selection = row.selection
    self.wanted = wanted ?? row.selection
  }
}
