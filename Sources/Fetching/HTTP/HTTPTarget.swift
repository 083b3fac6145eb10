/// The parts of an http or https address.
public struct HTTPTarget: Sendable, Hashable {
  /// Normalized, without fragment.
  public let url: String
  /// "http" or "https".
  public let scheme: String
  /// Lower case; an IPv6 address in brackets.
  public let host: String
  /// The port, also if it is the default of the scheme (80 or 443).
  public let port: Int

  public init(url: String, scheme: String, host: String, port: Int) {
    self.url = url
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// Scheme, host and port: the scope of credentials.
  public var origin: String { "\(scheme)://\(host):\(port)" }
}
