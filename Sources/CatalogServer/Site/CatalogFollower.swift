public import CampusCatalog
public import CatalogSession
import Fetching

/// Keeps a site equal to a catalog that is published at an address.
///
///     let follower = CatalogFollower(site, published, every: .seconds(60)) { try await CatalogSession.open(request($0)) }
///     server.background = { await follower.run() }
///
/// If the catalog cannot be read or used, the site shows its last one.
public struct CatalogFollower: Sendable {
  /// An event that operators should know about.
  public enum Event: Sendable {
    /// The site shows a new catalog.
    case shown(Catalog)
    /// The catalog could not be read or used. Reported once for each error in a row.
    case failed(any Error)
  }

  /// The longest pause before another attempt as long as there is no catalog at all.
  private static let firstPause = Duration.seconds(5)

  private let site: CatalogSite
  private let published: PublishedCatalog
  private let pause: Duration
  private let open: @Sendable (Catalog) async throws -> CatalogSession
  /// Receives events as they happen.
  public var events: @Sendable (Event) -> Void = { _ in }

  /// - Parameters:
  ///   - pause: the time between two requests. It is longer if the server declares that its answer is current for longer.
  ///   - open: opens a catalog that was read.
  public init(
    _ site: CatalogSite, _ published: PublishedCatalog, every pause: Duration,
    open: @escaping @Sendable (Catalog) async throws -> CatalogSession
  ) {
    (self.site, self.published, self.pause, self.open) = (site, published, pause, open)
  }

  /// Runs until the task is canceled.
  public func run() async {
    let clock = ContinuousClock()
    var known: PublishedCatalog.Version?
    var failure: String?
    while !Task.isCancelled {
      let start = clock.now
      var wait = pause
      do {
        let answer = try await read(knowing: known)
        (known, failure) = (answer.version, nil)
        site.metrics.noteCatalog(answer.catalog == nil ? .unchanged : .new, at: site.settings.clock())
        if let freshUntil = answer.freshUntil { wait = max(wait, .seconds(freshUntil.seconds(since: site.settings.clock()))) }
      } catch {
        if Task.isCancelled { return }
        site.metrics.noteCatalog(.failed, at: site.settings.clock())
        if failure != "\(error)" { events(.failed(error)) }
        failure = "\(error)"
        if site.snapshot == nil { wait = min(wait, Self.firstPause) }
      }
      try? await clock.sleep(until: start.advanced(by: wait))
    }
  }

  /// Reads the catalog and shows it if it is new. This is done on a separate thread, so that it does not delay answers.
  private func read(knowing known: PublishedCatalog.Version?) async throws -> PublishedCatalog.Answer {
    try await site.snapshots.run { [site, published, open, events] in
      let answer = try await published.read(knowing: known)
      if let catalog = answer.catalog {
        await site.show(try await open(catalog))
        events(.shown(catalog))
      }
      return answer
    }
  }
}
