/// How a `CurlClient` is made.
public struct CurlOptions: Sendable, Hashable {
  /// A file of certificates (PEM) that are trusted beside those of the system's folder; nil: the system's bundle.
  public var caFile: String?
  /// Exchanges at one time with one host and port; the others wait their turn. At least 1.
  public var connectionsPerHost: Int
  /// Exchanges at one time altogether. At least 1.
  public var connections: Int
  /// Seconds after which a connection that nobody used is not used again.
  public var longestIdle = 118
  /// Seconds after which a connection is not used again at all.
  public var longestLife = 600

  public init(caFile: String? = nil, connectionsPerHost: Int = 1, connections: Int = 64) {
    self.caFile = caFile
    self.connectionsPerHost = max(1, connectionsPerHost)
    self.connections = max(1, connections)
  }
}
