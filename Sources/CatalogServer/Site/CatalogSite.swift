import Locking
import NIOCore

/// The catalog as a web site: answers requests from the current snapshot.
///
///     let site = CatalogSite(SiteSettings(clock: { now() }))
///     site.replace(try await SiteSnapshot(session))
///     let response = await site.respond(to: ServerRequest("GET", "/api/v1/campuses", [("Host", "localhost")]))
///
/// A snapshot is replaced as a whole: a response is made from the old or the new one, never from both.
public final class CatalogSite: Sendable {
  public let settings: SiteSettings
  private let current: Guarded<SiteSnapshot?>
  let metrics = SiteMetrics()

  public init(_ settings: SiteSettings) {
    self.settings = settings
    current = Guarded(nil)
  }

  /// The snapshot that answers requests; nil until there is one.
  public var snapshot: SiteSnapshot? { current.withLock { $0 } }

  public func replace(_ snapshot: SiteSnapshot) { current.withLock { $0 = snapshot } }

  /// Answers a request. Never throws: an error is a response, too.
  public func respond(to request: ServerRequest) async -> ServerResponse {
    let start = ContinuousClock.now
    var response = await answer(request)
    for (name, value) in SecurityHeaders.all(for: response, settings) { response.set(name, value) }
    if request.isHead { response.set("content-length", "\(response.body.readableBytes)") }
    if request.isHead { response.body = ByteBuffer() }
    metrics.note(status: response.status, since: start)
    return response
  }

  private func answer(_ request: ServerRequest) async -> ServerResponse {
    do {
      try RequestPolicy.check(request, settings)
      guard let target = RequestTarget(request.target) else {
        throw Problem(status: 400, title: "Wrong address", detail: "The path or the query of the address is not valid.")
      }
      return try await Routes.respond(to: request, target, on: self)
    } catch let problem as Problem {
      var response = problem.response
      if problem.status == 405 { response.set("allow", "GET, HEAD") }
      return response
    } catch {
      // What went wrong is nobody else's business.
      return Problem(status: 500, title: "Internal error", detail: "The answer could not be made.").response
    }
  }
}

/// How a site answers.
public struct SiteSettings: Sendable {
  /// Returns the moment for which the site answers.
  public var now: @Sendable () -> Instant
  /// The names by which clients may address the server, in lower case, without the port.
  public var hosts: Set<String> = ["localhost", "127.0.0.1", "::1"]
  /// The template of the addresses of map tiles; nil for a map without tiles.
  public var tiles: String?
  /// The library that draws the map; nil for pages without a map.
  public var mapLibrary: MapLibrary?
  /// Whether the moment is fixed, for demonstrations: answers then never become old.
  public var isFixed = false
  /// The version of the program.
  public var version = ""

  public init(now: @escaping @Sendable () -> Instant) { self.now = now }
}
