public import Aggregation
public import CampusCatalog
public import Fetching
public import OpeningHours

/// A run whose feeds are read and merged into a catalog. To write it and to store the results, call `finish` once, which
/// also closes the store.
///
/// A command makes one run. A server makes one whenever feeds may be due, and then opens the store to answer queries:
///
///     let network = NetworkSource(client: client, clock: clock, store: .file(path: path))
///     let run = try await CatalogRun.read(.network(network, plan), now: clock.now())
///     let errors = await run.finish()
///     let session = try await CatalogSession.open(CatalogRequest(.store(stored), now: clock.now()))
public struct CatalogRun: Sendable {
  /// The source that a run reads.
  public enum Source: Sendable {
    /// Feeds, from their servers.
    case network(NetworkSource, Plan)
    /// Recorded replies. With a store, their results are stored as if the feeds had been polled at the moment of generation; that moment
    /// must not be before that of the newest run in the store, nor in the future.
    case recording(RecordedReplies, Plan, into: StoreChoice? = nil)
    /// The output of an earlier run. Nothing is stored.
    case pastRun(PastCatalog)
  }

  public let catalog: CatalogParts
  /// The moment that the run is about: the requested one, or the moment of generation.
  public let moment: Instant
  /// The run whose results are stored; nil for the output of an earlier run.
  private let run: Aggregator.Run?
  private let store: RunStore?
  /// Called when only the store is still needed.
  private let close: @Sendable () async -> Void

  init(_ run: Aggregator.Run, at moment: Instant? = nil, store: RunStore? = nil, close: @escaping @Sendable () async -> Void = {}) {
    (catalog, self.run, self.store, self.close) = (run.parts, run, store, close)
    self.moment = moment ?? run.parts.generatedAt
  }

  private init(_ past: CatalogParts) { (catalog, moment, run, store, close) = (past, past.generatedAt, nil, nil, {}) }

  /// Reads the feeds of a source. New results from the network are stored immediately, everything else by `finish`.
  ///
  /// - Parameters:
  ///   - time: the moment that the run is about: RFC 3339, or a local date or time in the zone of the campuses. It is also the moment of
  ///     generation, except that a run which sends requests is generated when the newest reply was received. Nil for that time.
  ///   - now: the moment of generation if no reply has a time.
  /// - Throws: `unknownID`, `invalidTime`, `missingZone`, `missingSecret`, `outdatedRecording`, `futureRecording`, `storeFailure`,
  ///   `unusableStore` for a store that cannot be opened, and `cancelled` if the task was canceled in the meantime; nothing more is stored then.
  public static func read(_ source: Source, at time: String? = nil, now: Instant) async throws(SessionError) -> CatalogRun {
    let run =
      switch source {
      case .network(let network, let plan): try await network.read(plan, at: time, now: now)
      case .recording(let replies, let plan, let store): try await replies.read(plan, into: store, at: time, now: now)
      case .pastRun(let past): CatalogRun(past.parts)
      }
    guard Task.isCancelled else { return run }
    await run.store?.end([])
    await run.close()
    throw SessionError(.cancelled, "the run was canceled")
  }

  /// Writes the catalog and stores the results, even if the catalog cannot be written.
  ///
  /// The store and the catalog are written concurrently, the store as soon as the content hash is known.
  ///
  /// - Returns: whether the catalog could be written, and the errors of the store.
  public func finish(
    writingTo destination: consuming some CatalogDestination & ~Copyable
  ) async -> (written: Result<Void, any Error>, storeErrors: [StoreError]) {
    var catalog = catalog
    // Not before: the results of the feeds are no longer in memory now.
    if let hash = await run?.knownContentHash() { catalog.contentHash = hash }
    var hash = catalog.contentHash
    let isKnown = hash != nil
    var written = Result { if !isKnown { hash = try destination.write(catalog) } }
    async let committed = commit(contentHash: hash)
    if case .success = written {
      written = Result {
        if isKnown { _ = try destination.write(catalog) }
        try destination.finish()
      }
    }
    let errors = await committed
    await end(errors)
    return (written, errors)
  }

  /// Stores the results without writing the catalog. Returns the errors of the store.
  public func finish() async -> [StoreError] {
    let errors = await commit()
    await end(errors)
    return errors
  }

  /// Stores the results, with the content hash of the catalog if it is known. Call `end` when the catalog is written, because its entries may
  /// be in the store. Returns the errors of the store.
  public func commit(contentHash: String? = nil) async -> [StoreError] {
    async let closing: Void = close()
    let errors = await run?.commit(contentHash: contentHash) ?? []
    await closing
    return errors
  }

  /// Closes the store.
  ///
  /// - Parameter errors: the errors of `commit`.
  public func end(_ errors: [StoreError]) async { await store?.end(errors) }
}

/// A type to which a run writes its catalog.
public protocol CatalogDestination: ~Copyable {
  /// Writes the catalog. Returns its content hash, if the format has it.
  mutating func write(_ catalog: CatalogParts) throws -> String?

  /// Makes the written catalog durable and visible to others.
  mutating func finish() throws
}

/// An event of a run, for logs and progress. It contains no secrets.
public enum RunEvent: Sendable, Hashable {
  case feed(FetchEvent)
  /// The store was recovered from the log of a run that was killed.
  case storeRecovered(path: String)
  /// The store had an older version and was migrated; `backup` is a copy of the old file.
  case storeMigrated(path: String, backup: String)
  /// The store could not be used. Each reason is reported once.
  case storeFailed(StoreError, path: String)
  /// The store is damaged; with the new location of the file, or why it could not be moved.
  case storeSetAside(String)
  /// Secrets in the headers of these feeds are too short to be found and removed from catalogs, logs and the store.
  case shortSecrets(of: [FeedID])

  /// A function that receives events as they happen. It may be called from any thread.
  public typealias Sink = @Sendable (RunEvent) -> Void
}
