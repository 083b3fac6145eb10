/// Options for a `CurlClient`.
public struct CurlOptions: Sendable, Hashable {
  /// A file of trusted certificates (PEM), used in addition to the system's certificate folder; nil for the system's bundle.
  public var caFile: String?
  /// The maximum number of idle connections to keep open, at least 1.
  public var connections: Int
  /// The number of seconds after which an idle connection is not reused (`CURLOPT_MAXAGE_CONN`; 118 is libcurl's default).
  public var maximumIdleSeconds = 118
  /// The age in seconds after which a connection is not reused (`CURLOPT_MAXLIFETIME_CONN`).
  public var maximumLifetimeSeconds = 600

  /// Creates options.
  ///
  /// - Parameters:
  ///   - caFile: the path of a PEM file; nil for the certificates of the system.
  ///   - connections: the maximum number of idle connections. Values below 1 count as 1.
  public init(caFile: String? = nil, connections: Int = 64) {
    self.caFile = caFile
    self.connections = max(1, connections)
  }
}
