/// The catalog that the newest results in a store make. Reading it requests nothing and writes nothing.
public struct StoredCatalog: Sendable {
  /// Where the store is; the index of a large store is beside it.
  public let path: String
  /// Nil: there is no store yet.
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

  /// What the store has of the chosen feeds.
  ///
  /// - Throws: `missingStore`, and `emptyStore` or `unregisteredFeeds` for a store that has nothing of them.
  public func run(_ choice: FeedChoice, at moment: Instant, now: Instant) async throws(SessionError) -> Aggregator.Run {
    let run = try await Self.run(choice, in: try required, at: moment, now: now)
    if let error = run.storeErrors.first { throw SessionError(error) }
    if run.feeds.contains(where: \.hasData) { return run }
    let what = "the store at \(path) has \(choice.selection.isAll ? "nothing" : "nothing of what you selected") yet"
    guard let others = await feeds(missingIn: choice.registry) else { throw SessionError(.emptyStore, what) }
    throw SessionError(.unregisteredFeeds, "\(what); it has results of \(others), which are of a registry file")
  }

  /// The feeds that the store has results of and the registry does not have; nil if there are none.
  private func feeds(missingIn registry: Registry) async -> String? {
    guard let snapshots = try? await store?.snapshots() else { return nil }
    let feeds = Set(snapshots.map(\.feed)).filter { registry.feed($0) == nil }.sorted()
    return feeds.first.map { feeds.count > 1 ? "\($0) and \(feeds.count - 1) more" : "\($0)" }
  }

  /// Reads the chosen feeds from a store.
  static func run(
    _ choice: FeedChoice, in store: any FeedStore, at moment: Instant, now: Instant
  ) async throws(SessionError) -> Aggregator.Run {
    try await Aggregator(registry: choice.registry, stored: store, now: now).read(choice, at: moment, now: now)
  }
}
