import CampusCatalog
import FeedKit
import StoreInterface

/// A run whose catalog can be written, and that has something left to store.
protocol FinishedRun: Sendable {
  var parts: CatalogParts { get }

  /// Stores what the run learned, and closes its store. Call it once.
  ///
  /// - Parameter contentHash: that of the catalog, when it is known.
  /// - Returns: the errors of the store.
  func commit(contentHash: String?) async -> [StoreError]

  /// - Throws: when the replies of the run could not be recorded.
  func checkRecording() throws(Failure)
}

extension FinishedRun {
  func checkRecording() throws(Failure) {}
}

/// A run that stores nothing.
struct ReadOnlyRun: FinishedRun {
  let parts: CatalogParts

  func commit(contentHash: String?) async -> [StoreError] { [] }
}
