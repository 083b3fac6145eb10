public import FeedCore

/// The HTTP client of the program: libcurl on a thread of its own, behind async functions.
///
/// It keeps connections open and uses them again, speaks HTTP/2 over TLS where offered, never follows a redirect, takes no proxy
/// from the environment and keeps no cookies. It trusts libcurl with bytes, not with judgement: framing, limits and content
/// codings are checked here.
public final class CurlClient: HTTPClient, Sendable {
  private let engine: CurlEngine

  /// Starts the thread.
  public init(_ options: CurlOptions = CurlOptions()) { engine = CurlEngine(options) }

  deinit { engine.stop() }

  /// The libraries in use.
  public static var versions: CurlVersions { CurlLibrary.versions }

  public func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    try await engine.perform(request).get()
  }

  public func target(_ url: String, relativeTo base: HTTPTarget?) throws(HTTPFailure) -> HTTPTarget {
    try TargetParser.target(url, relativeTo: base)
  }

  /// Ends what is under way (reason `cancelled`), closes all connections, and returns when the thread has ended. Later exchanges
  /// fail as `cancelled`.
  public func shutdown() async { await engine.shutdown() }
}
