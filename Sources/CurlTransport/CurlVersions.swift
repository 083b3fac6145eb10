/// The libraries behind a `CurlClient`, as they are loaded now.
public struct CurlVersions: Sendable, Hashable {
  /// "7.88.1".
  public let curl: String
  /// Name and version: "OpenSSL/3.0.19"; "none" without TLS.
  public let tls: String
  public let hasHTTP2: Bool
  /// Names are resolved beside the loop; without it a silent resolver holds up all exchanges.
  public let hasAsynchronousResolver: Bool
  public let zlib: String
  public let brotli: String
  public let zstd: String
}
