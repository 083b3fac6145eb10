import CCurl
import FeedKit
import Fetching

/// The one owner of a multi handle. It lives on the thread of its client.
struct MultiHandle: ~Copyable {
  let raw: UnsafeMutableRawPointer

  init(_ raw: UnsafeMutableRawPointer, _ options: CurlOptions) {
    self.raw = raw
    // Callers limit their requests. libcurl's own limits put a handle aside and may forget to take it up again (7.88).
    ccurl_multi_set_number(raw, CURLMOPT_MAXCONNECTS, options.connections)
    ccurl_multi_set_number(raw, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
  }

  deinit { curl_multi_cleanup(raw) }
}

/// The one owner of an easy handle. What is the same for all requests is set once; it must not be in a multi handle at its end.
struct EasyHandle: ~Copyable {
  let raw: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>
  private var headers: [Feed.Header]?
  private var list: UnsafeMutablePointer<curl_slist>?

  /// - Parameter loop: the `CurlLoop`; it must outlive all connections.
  init?(_ options: CurlOptions, on loop: UnsafeMutableRawPointer) {
    guard let raw = curl_easy_init() else { return nil }
    self.raw = raw
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    ccurl_set_pointer(raw, CURLOPT_ERRORBUFFER, errorText)

    ccurl_set_text(raw, CURLOPT_PROTOCOLS_STR, "http,https")
    ccurl_set_text(raw, CURLOPT_REDIR_PROTOCOLS_STR, "")
    ccurl_set_number(raw, CURLOPT_FOLLOWLOCATION, 0)
    ccurl_set_number(raw, CURLOPT_HTTPGET, 1)
    ccurl_set_number(raw, CURLOPT_NOSIGNAL, 1)
    ccurl_set_number(raw, CURLOPT_QUICK_EXIT, 1)
    ccurl_set_number(raw, CURLOPT_HTTP_CONTENT_DECODING, 0)
    ccurl_set_text(raw, CURLOPT_PROXY, "")
    ccurl_set_text(raw, CURLOPT_NOPROXY, "*")
    ccurl_set_number(raw, CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    ccurl_set_number(raw, CURLOPT_UNRESTRICTED_AUTH, 0)
    ccurl_set_number(raw, CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    ccurl_set_number(raw, CURLOPT_SSL_VERIFYPEER, 1)
    ccurl_set_number(raw, CURLOPT_SSL_VERIFYHOST, 2)
    ccurl_set_number(raw, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    ccurl_set_number(raw, CURLOPT_MAXAGE_CONN, options.longestIdle)
    ccurl_set_number(raw, CURLOPT_MAXLIFETIME_CONN, options.longestLife)
    ccurl_set_number(raw, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    ccurl_set_number(raw, CURLOPT_HTTP09_ALLOWED, 0)
    ccurl_set_number(raw, CURLOPT_TCP_NODELAY, 1)
    ccurl_set_number(raw, CURLOPT_BUFFERSIZE, 16 << 10)
    if let caFile = options.caFile {
      ccurl_set_text(raw, CURLOPT_CAINFO, caFile)
    } else if ccurl_version().pointee.cainfo != nil {
      // libcurl keeps the certificates it has read only where no folder of them is set.
      ccurl_set_text(raw, CURLOPT_CAPATH, nil)
    }
    ccurl_set_write(raw, CURLOPT_HEADERFUNCTION) { bytes, size, count, exchange in
      CurlCallbacks.header(bytes, size * count, exchange)
    }
    ccurl_set_write(raw, CURLOPT_WRITEFUNCTION) { bytes, size, count, exchange in
      CurlCallbacks.body(bytes, size * count, exchange)
    }
    ccurl_set_opensocket(raw) { exchange, _, address in CurlCallbacks.openSocket(exchange, address) }
    ccurl_set_closesocket(raw) { loop, socket in CurlCallbacks.closeSocket(loop, socket) }
    ccurl_set_pointer(raw, CURLOPT_CLOSESOCKETDATA, loop)
    ccurl_set_prereq(raw) { exchange, remote, local, remotePort, localPort in
      CurlCallbacks.beforeRequest(exchange, (remote, remotePort), (local, localPort))
    }
  }

  deinit {
    curl_easy_cleanup(raw)
    curl_slist_free_all(list)
    errorText.deallocate()
  }

  /// What libcurl said of the last failure.
  var message: String { String(cString: errorText) }

  /// Sets what is this request's own. `exchange` must live until the handle is used for another.
  ///
  /// - Parameter isFresh: the request needs a new connection.
  mutating func prepare(
    _ request: HTTPRequest, for exchange: UnsafeMutableRawPointer, onNewConnection isFresh: Bool
  ) throws(TransportFailure) {
    errorText[0] = 0
    if headers != request.headers {
      var lines: UnsafeMutablePointer<curl_slist>?
      try RequestHead.withLines(request.headers) { lines = curl_slist_append(lines, $0) }
      curl_slist_free_all(list)
      list = lines
      headers = request.headers
      ccurl_set_pointer(raw, CURLOPT_HTTPHEADER, list)
    }
    ccurl_set_text(raw, CURLOPT_URL, request.target.url)
    // Ours is the deadline; this one only lets libcurl share the time between several addresses.
    ccurl_set_number(raw, CURLOPT_CONNECTTIMEOUT_MS, max(1, request.limits.connect.milliseconds + 1000))
    ccurl_set_number(raw, CURLOPT_FORBID_REUSE, 0)
    ccurl_set_number(raw, CURLOPT_FRESH_CONNECT, isFresh ? 1 : 0)
    ccurl_set_pointer(raw, CURLOPT_PRIVATE, exchange)
    ccurl_set_pointer(raw, CURLOPT_HEADERDATA, exchange)
    ccurl_set_pointer(raw, CURLOPT_WRITEDATA, exchange)
    ccurl_set_pointer(raw, CURLOPT_OPENSOCKETDATA, exchange)
    ccurl_set_pointer(raw, CURLOPT_PREREQDATA, exchange)
  }
}
