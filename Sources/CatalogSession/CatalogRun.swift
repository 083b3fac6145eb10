/// A run: it reads feeds, writes a catalog of their entries, and stores the results.
///
/// A command makes one run. A server makes one whenever feeds may be due, and then opens the store to answer queries:
///
///     let network = NetworkSource(client: client, clock: clock, store: .file(path: path))
///     let report = try await CatalogRun(.network(network, feeds), now: clock.now()).run()
///     let session = try await CatalogSession.open(CatalogRequest(.store(stored), now: clock.now()))
public struct CatalogRun: Sendable {
  /// The source that a run reads.
  public enum Source: Sendable {
    /// Feeds, from their servers.
    case network(NetworkSource, FeedChoice)
    /// Recorded replies. With a store, their results are stored as if the feeds had been polled at the moment of generation; that moment
    /// must not be before the newest one in the store.
    case recording(RecordedReplies, FeedChoice, into: StoreChoice? = nil)
    /// The output of an earlier run. Nothing is stored.
    case pastRun(PastCatalog)
  }

  /// The result of a run.
  public struct Report: Sendable {
    public let catalog: CatalogParts
    /// Whether the catalog could be written; also a success if there was no destination.
    public let written: Result<Void, any Error>
    /// The errors of the store; the run continued without it.
    public let storeErrors: [StoreError]
  }

  private let source: Source
  private let moment: Instant?
  private let now: Instant

  /// - Parameters:
  ///   - moment: the moment of generation; nil for the time at which the newest reply was received.
  ///   - now: the moment of generation if no reply has a time.
  public init(_ source: Source, at moment: Instant? = nil, now: Instant) {
    self.source = source
    self.moment = moment
    self.now = now
  }

  /// Reads the feeds, writes the catalog, and stores the results, even if the catalog cannot be written.
  ///
  /// The store and the catalog are written concurrently, the store as soon as the content hash is known. A run whose task is
  /// cancelled while feeds are read writes no catalog and stores no run; results that were accepted before stay in the store.
  ///
  /// - Parameter destination: returns the destination once all feeds are read; nil to write no catalog.
  /// - Throws: `unknownID`, `missingSecret`, `outdatedRecording`, `cancelled`, and `storeFailure` or `unusableStore` for a store that
  ///   cannot be opened.
  public func run<Destination: CatalogDestination & ~Copyable>(
    to destination: (CatalogParts) throws -> Destination?
  ) async throws(SessionError) -> Report {
    let reading = try await read()
    let catalog = reading.catalog
    var output: Destination?
    do { output = try destination(catalog) } catch {
      return Report(catalog: catalog, written: .failure(error), storeErrors: await reading.commit(nil))
    }
    guard output != nil else { return Report(catalog: catalog, written: .success(()), storeErrors: await reading.commit(nil)) }
    let hash: Result<String?, any Error> =
      if let known = catalog.contentHash { .success(known) } else { Result { try output?.write(catalog) } }
    async let errors = reading.commit(try? hash.get())
    let written = Result {
      if catalog.contentHash != nil { _ = try output?.write(catalog) }
      _ = try hash.get()
      try output?.finish()
    }
    return Report(catalog: catalog, written: written, storeErrors: await errors)
  }

  /// Reads the feeds and stores the results, without writing the catalog.
  public func run() async throws(SessionError) -> Report {
    let reading = try await read()
    return Report(catalog: reading.catalog, written: .success(()), storeErrors: await reading.commit(nil))
  }

  private func read() async throws(SessionError) -> FeedReading {
    let reading =
      switch source {
      case .network(let network, let feeds): try await network.read(feeds, at: moment, now: now)
      case .recording(let replies, let feeds, let store): try await replies.read(feeds, into: store, at: moment, now: now)
      case .pastRun(let past): FeedReading(catalog: past.parts)
      }
    guard Task.isCancelled else { return reading }
    await reading.abandon()
    throw SessionError(.cancelled, "the run was cancelled")
  }
}

/// A type to which a run writes its catalog.
public protocol CatalogDestination: ~Copyable {
  /// Writes the catalog. Returns its content hash, if the format has it.
  mutating func write(_ catalog: CatalogParts) throws -> String?

  /// Makes the written catalog durable and visible to others.
  mutating func finish() throws
}

/// A run whose feeds are read. Either `commit` or `abandon` is called, once.
struct FeedReading: Sendable {
  let catalog: CatalogParts
  /// The run whose results are stored; nil to store nothing.
  var run: Aggregator.Run?
  var store: RunStore?
  /// Called when the feeds are read and nothing but the store is needed.
  var close: @Sendable () async -> Void = {}

  /// Stores the results, with the content hash of the catalog if it is known. Returns the errors of the store.
  func commit(_ contentHash: String?) async -> [StoreError] {
    async let closing: Void = close()
    let errors = await run?.commit(contentHash: contentHash) ?? []
    await store?.end(errors)
    await closing
    return errors
  }

  /// Stores nothing more.
  func abandon() async {
    await store?.end([])
    await close()
  }
}
