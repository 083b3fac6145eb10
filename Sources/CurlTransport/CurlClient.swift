import FeedKit
public import Fetching

/// An HTTP client that runs libcurl on its own thread, behind async functions.
///
/// The client reuses connections and uses HTTP/2 over TLS if the server supports it. It does not follow redirects, use proxies from the
/// environment, or store cookies. It checks framing, limits and content codings itself, because libcurl does not report all errors.
public final class CurlClient: HTTPClient, Sendable {
  private let thread: CurlThread

  /// Creates a client and starts its thread.
  public init(_ options: CurlOptions = CurlOptions()) { thread = CurlThread(options) }

  deinit { thread.stop() }

  /// The versions of the libraries in use.
  public static var versions: CurlVersions { CurlLibrary.versions }

  public func perform(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    try await thread.perform(request).get()
  }

  public func target(_ url: String, relativeTo base: HTTPTarget?) throws(TransportFailure) -> HTTPTarget {
    try TargetParser.target(url, relativeTo: base)
  }

  /// Cancels all requests (reason `cancelled`), closes all connections, and waits until the thread has ended. Later requests fail with
  /// `cancelled`.
  public func shutdown() async { await thread.shutdown() }
}
