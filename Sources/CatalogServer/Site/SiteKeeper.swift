public import Aggregation
public import CampusCatalog
public import CatalogSession

/// Keeps the catalog of a site current: reads the feeds that are due, or follows a file that other runs write.
///
///     let keeper = SiteKeeper(site, .feeds(every: .seconds(900)) { (network, plan) }) { try await CatalogSession.open(request()) }
///     server.background = { await keeper.run() }
///
/// If that fails, the site shows its last catalog, with its age.
public struct SiteKeeper: Sendable {
  /// Where new results come from.
  public enum Source: Sendable {
    /// The feeds that are due, read this often. The function returns the network of one run, with its limits (`FetchSettings.perHost`,
    /// `FetchSettings.deadline`), and the plan of the run.
    case feeds(every: Duration, @Sendable () throws -> (NetworkSource, Plan))
    /// The store or the catalog file, in the state that it had before the first catalog was read.
    case file(FileState)
  }

  /// An event that operators should know about.
  public enum Event: Sendable {
    /// The feeds were read.
    case read([FeedReport])
    /// No new catalog could be read; the site shows the last one.
    case failed(any Error)
  }

  private let site: CatalogSite
  private let source: Source
  private let open: @Sendable () async throws -> CatalogSession?
  /// Receives events as they happen.
  public var events: @Sendable (Event) -> Void = { _ in }

  /// The time between two looks at a file.
  var pause = Duration.seconds(5)

  /// - Parameter open: opens the catalog as it is now; nil if it has no data yet.
  public init(_ site: CatalogSite, _ source: Source, open: @escaping @Sendable () async throws -> CatalogSession?) {
    (self.site, self.source, self.open) = (site, source, open)
  }

  /// Runs until the task is canceled.
  public func run() async {
    switch source {
    case .feeds(let pause, let network): await refresh(every: pause, network)
    case .file(let state): await follow(state)
    }
  }

  private func refresh(every pause: Duration, _ network: () throws -> (NetworkSource, Plan)) async {
    let clock = ContinuousClock()
    while !Task.isCancelled {
      let start = clock.now
      do {
        let (network, plan) = try network()
        let run = try await CatalogRun.read(.network(network, plan), now: site.settings.clock())
        let errors = await run.finish()
        try await show(outcomes: run.catalog.feeds)
        if let error = errors.first { throw error }
        events(.read(run.catalog.feeds))
      } catch {
        if !Task.isCancelled { events(.failed(error)) }
      }
      try? await clock.sleep(until: start.advanced(by: pause))
    }
  }

  private func follow(_ file: FileState) async {
    var shown = file
    var failure: FileFailure?
    while !Task.isCancelled {
      try? await Task.sleep(for: pause)
      // Read before the catalog: results that are stored meanwhile are found the next time.
      let current = file.current
      if current == shown { failure = nil }
      if current == shown || Task.isCancelled || failure?.isRecent(current) == true { continue }
      do {
        try await show()
        (shown, failure) = (current, nil)
      } catch {
        if Task.isCancelled { return }
        if failure?.state != current { events(.failed(error)) }
        failure = FileFailure(current, after: failure)
      }
    }
  }

  /// Shows the catalog as it is now. This is done on a separate thread, so that it does not delay answers.
  private func show(outcomes: [FeedReport] = []) async throws {
    try await site.snapshots.run { [site, open] in
      if let session = try await open() { await site.show(session, outcomes: outcomes) }
    }
  }
}
