public import FeedKit
public import Fetching

/// An HTTP client that runs libcurl on its own thread, behind async functions.
///
/// It reuses connections, uses HTTP/2 over TLS where offered, never follows a redirect, ignores proxies in the environment and keeps no
/// cookies. Framing, limits and content codings are checked here, because libcurl does not report all of their errors.
public final class CurlClient: HTTPClient, Sendable {
  private let engine: CurlEngine

  /// Starts the thread.
  public init(_ options: CurlOptions = CurlOptions()) { engine = CurlEngine(options) }

  deinit { engine.stop() }

  /// The libraries in use.
  public static var versions: CurlVersions { CurlLibrary.versions }

  public func perform(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    try await engine.perform(request).get()
  }

  public func target(_ url: String, relativeTo base: HTTPTarget?) throws(TransportFailure) -> HTTPTarget {
    try TargetParser.target(url, relativeTo: base)
  }

  /// Ends what is under way (reason `cancelled`), closes all connections, and returns when the thread has ended. Later exchanges
  /// fail as `cancelled`.
  public func shutdown() async { await engine.shutdown() }
}
