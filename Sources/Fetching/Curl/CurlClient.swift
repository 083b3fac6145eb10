/// An HTTP client that runs libcurl on its own thread, behind async functions.
///
/// The client reuses connections and uses HTTP/2 over TLS if the server supports it. It does not follow redirects, use proxies from the
/// environment, or store cookies. It checks framing, limits and content codings itself, because libcurl does not report all errors.
///
/// All functions may be called from any task. Limit the number of concurrent requests yourself: the client starts each one immediately.
public final class CurlClient: HTTPClient, Sendable {
  private let thread: CurlThread

  /// Creates a client and starts its thread.
  ///
  /// If libcurl cannot be initialized, all requests fail with `cancelled`.
  public init(_ options: CurlOptions = CurlOptions()) { thread = CurlThread(options) }

  deinit { thread.stop() }

  public static var versions: CurlVersions { CurlVersions() }

  /// Sends a request and returns the complete response, of any status. Canceling the task ends the exchange with `cancelled`.
  public func perform(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    try await thread.perform(request).get()
  }

  /// Parses a URL in the way libcurl will read it when the request is sent. Sends nothing.
  public func target(_ url: String, relativeTo base: HTTPTarget?) throws(TransportFailure) -> HTTPTarget {
    try TargetParser.target(url, relativeTo: base)
  }

  /// Cancels all requests (reason `cancelled`), closes all connections, and waits until the thread has ended. Later requests fail with
  /// `cancelled`.
  public func shutdown() async { await thread.shutdown() }
}

public struct CurlOptions: Sendable, Hashable {
  /// A file of trusted certificates (PEM), used in addition to the system's certificate folder; nil for the system's bundle.
  public var caFile: String?
  /// The maximum number of idle connections to keep open, at least 1.
  public var connections: Int
  /// The number of seconds after which an idle connection is not reused (`CURLOPT_MAXAGE_CONN`; 118 is libcurl's default).
  public var maximumIdleSeconds = 118
  /// The age in seconds after which a connection is not reused (`CURLOPT_MAXLIFETIME_CONN`).
  public var maximumLifetimeSeconds = 600

  public init(caFile: String? = nil, connections: Int = 64) {
    self.caFile = caFile
    self.connections = max(1, connections)
  }
}
