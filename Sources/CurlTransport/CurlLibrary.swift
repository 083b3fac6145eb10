import CCodings
import CCurl

/// The state of libcurl in this process.
enum CurlLibrary {
  /// Whether libcurl was initialized. Reading this initializes it.
  static let isReady = ccurl_global_init() == CURLE_OK

  /// Whether handles can be reused safely. Before 8.2.0, a folded first header line was appended to the freed last header of the previous
  /// response (curl/curl#11103), so that any server could corrupt memory.
  static let canReuseHandles = ccurl_version().pointee.version_num >= 0x08_02_00

  /// The versions of the loaded libraries, which may differ from those the program was built with.
  static var versions: CurlVersions {
    let info = ccurl_version().pointee
    let brotli = BrotliDecoderVersion()
    let features = info.features
    return CurlVersions(
      curl: String(cString: info.version),
      tls: info.ssl_version.map { String(cString: $0) } ?? "none",
      hasHTTP2: features & CURL_VERSION_HTTP2 != 0,
      hasAsynchronousResolver: features & CURL_VERSION_ASYNCHDNS != 0,
      zlib: String(cString: zlibVersion()),
      brotli: "\(brotli >> 24).\(brotli >> 12 & 0xfff).\(brotli & 0xfff)",
      zstd: String(cString: ZSTD_versionString()))
  }
}
