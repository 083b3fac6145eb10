/// Options for a `CurlClient`.
public struct CurlOptions: Sendable, Hashable {
  /// A file of trusted certificates (PEM), used in addition to the system's certificate folder; nil for the system's bundle.
  public var caFile: String?
  /// The maximum number of idle connections to keep open, at least 1.
  public var connections: Int
  /// The number of seconds after which an idle connection is not reused.
  public var maximumIdleSeconds = 118
  /// The age in seconds after which a connection is not reused.
  public var maximumLifetimeSeconds = 600

  /// Creates options.
  public init(caFile: String? = nil, connections: Int = 64) {
    self.caFile = caFile
    self.connections = max(1, connections)
  }
}
