public import CatalogDiff

/// The changes that some runs in a store saw.
public struct RunChanges: Sendable {
  /// The changes of each run, compared with the run before it, newest first. Runs that saw none are left out.
  public let logs: [ChangeLog]
  /// A sentence about the changes that were left out because there are too many runs; nil if there are none.
  public let remark: String?
}
