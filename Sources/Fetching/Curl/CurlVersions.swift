import CCodings
import CCurl

/// The versions of the libraries that a `CurlClient` uses, as loaded in this process. They may differ from those it was built with.
public struct CurlVersions: Sendable, Hashable {
  /// The version of libcurl, such as "7.88.1".
  public let curl: String
  /// The TLS library and its version, such as "OpenSSL/3.0.19"; "none" without TLS.
  public let tls: String
  public let hasHTTP2: Bool
  public let zlib = String(cString: zlibVersion())
  public let brotli: String
  public let zstd = String(cString: ZSTD_versionString())

  init() {
    let info = ccurl_version().pointee
    curl = String(cString: info.version)
    tls = info.ssl_version.map { String(cString: $0) } ?? "none"
    hasHTTP2 = info.features & CURL_VERSION_HTTP2 != 0
    let version = BrotliDecoderVersion()
    brotli = "\(version >> 24).\(version >> 12 & 0xfff).\(version & 0xfff)"
  }
}
