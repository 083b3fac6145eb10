import CCodings
import CCurl

/// libcurl as a whole: made ready once in a process, and what it was built with.
enum CurlLibrary {
  /// False where libcurl could not be made ready.
  static let isReady = ccurl_global_init() == CURLE_OK

  /// Whether a handle may be used for another request. An older one remembers the last header of the response before, which it has freed,
  /// and adds a folded first line to it (curl/curl#11103): any server could write there.
  static let canReuseHandles = ccurl_version().pointee.version_num >= 0x08_02_00

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
