import Aggregation
import CampusCatalog
import OpeningHours
public import SnapshotStore

/// The catalog of the newest results in a store. Reading it sends no requests and writes nothing.
public struct StoredCatalog: Sendable {
  public let path: String
  /// The store; nil if it does not exist yet.
  public let store: SnapshotStore?

  public init(_ store: SnapshotStore?, path: String) {
    self.store = store
    self.path = path
  }

  /// - Throws: `missingStore`.
  var required: SnapshotStore {
    get throws(SessionError) {
      guard let store else { throw SessionError(.missingStore, "there is no store at \(path) yet") }
      return store
    }
  }

  /// Reads the stored results of the feeds of a plan.
  ///
  /// - Parameter kinds: the kinds of entries to read; nil for all. If places are among them and the feeds have none, all kinds are read, so
  ///   that a message can name the others.
  /// - Throws: `missingStore`, `storeFailure`, and `emptyStore` or `unregisteredFeeds` for a store that has no results of them.
  func read(_ plan: Plan, _ kinds: Set<Entry.Kind>?, now: Instant) async throws(SessionError) -> FeedResults {
    let results = await Aggregator(stored: try required, now: now, kinds: kinds).read(plan)
    if let error = results.storeErrors.first { throw SessionError(error) }
    if results.feeds.contains(where: \.hasData) {
      return kinds?.contains(.place) == true && !results.hasEntries ? try await read(plan, nil, now: now) : results
    }
    let what = "the store at \(path) has no results\(plan.selection.isAll ? "" : " for this selection") yet"
    guard let others = await feeds(missingIn: plan.registry) else { throw SessionError(.emptyStore, what) }
    throw SessionError(.unregisteredFeeds, "\(what); it has results of \(others), which a registry file defines")
  }

  /// Returns a description of the feeds that have results in the store but are not in the registry; nil if there are none.
  private func feeds(missingIn registry: Registry) async -> String? {
    guard let snapshots = try? await store?.snapshots() else { return nil }
    let feeds = Set(snapshots.map(\.feed)).filter { registry.feed($0) == nil }.sorted()
    return feeds.first.map { feeds.count > 1 ? "\($0) and \(feeds.count - 1) more" : "\($0)" }
  }
}
