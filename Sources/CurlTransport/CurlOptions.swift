/// The options of a `CurlClient`.
public struct CurlOptions: Sendable, Hashable {
  /// A file of certificates (PEM) that are trusted beside those of the system's folder; nil: the system's bundle.
  public var caFile: String?
  /// How many connections stay open for later requests. At least 1.
  public var connections: Int
  /// Seconds after which an idle connection is not used again.
  public var longestIdle = 118
  /// Seconds after which a connection is not used again at all.
  public var longestLife = 600

  public init(caFile: String? = nil, connections: Int = 64) {
    self.caFile = caFile
    self.connections = max(1, connections)
  }
}
