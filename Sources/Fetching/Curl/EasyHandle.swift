import CCurl
import CampusCatalog
import FeedKit
import Glibc

/// The owner of a libcurl easy handle. Remove it from its multi handle before releasing it.
///
/// Each request has its own handle; connections belong to the multi handle and are reused. With libcurl before 8.2.0, the first header of a
/// second response could corrupt memory (curl/curl#11103).
final class EasyHandle {
  let raw: UnsafeMutableRawPointer
  /// The buffer in which libcurl stores its error message (`CURLOPT_ERRORBUFFER`).
  private let errorText: UnsafeMutablePointer<CChar>
  /// The header lines in the form of libcurl, which does not copy them.
  private let headers: UnsafeMutablePointer<curl_slist>?

  /// Creates a handle and sets the options of a request.
  ///
  /// They switch off content decoding, proxies and TLS before 1.2. (Redirects, `.netrc` and HTTP/0.9 are off by default.) With
  /// `CURLOPT_QUICK_EXIT`, a silent resolver does not block the loop when a request ends.
  ///
  /// - Throws: `policy.header` for a header that must not be sent, `connect.failed` if memory is low.
  init(_ request: HTTPRequest, _ options: CurlOptions) throws(TransportFailure) {
    let lines = try RequestHead.lines(request.headers)
    guard let raw = curl_easy_init() else { throw TransportFailure(.connectFailed, "out of memory") }
    self.raw = raw
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    ccurl_set_pointer(raw, CURLOPT_ERRORBUFFER, errorText)
    headers = lines.reduce(nil) { list, line in
      line.withUnsafeBytes { curl_slist_append(list, $0.bindMemory(to: CChar.self).baseAddress) }
    }
    ccurl_set_pointer(raw, CURLOPT_HTTPHEADER, headers)
    ccurl_set_text(raw, CURLOPT_URL, request.target.url)
    // `Exchange` enforces the time limit. This value, of about a month at most, only lets libcurl divide the time between addresses.
    let connect = min(max(1, request.limits.connect / .milliseconds(1) + 1000), 2_500_000_000)
    ccurl_set_number(raw, CURLOPT_CONNECTTIMEOUT_MS, Int(connect))
    ccurl_set_text(raw, CURLOPT_PROTOCOLS_STR, "http,https")
    ccurl_set_number(raw, CURLOPT_NOSIGNAL, 1)
    ccurl_set_number(raw, CURLOPT_QUICK_EXIT, 1)
    ccurl_set_number(raw, CURLOPT_HTTP_CONTENT_DECODING, 0)
    ccurl_set_text(raw, CURLOPT_PROXY, "")
    ccurl_set_text(raw, CURLOPT_NOPROXY, "*")
    ccurl_set_number(raw, CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    ccurl_set_number(raw, CURLOPT_SSL_VERIFYPEER, 1)
    ccurl_set_number(raw, CURLOPT_SSL_VERIFYHOST, 2)
    ccurl_set_number(raw, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    ccurl_set_number(raw, CURLOPT_MAXAGE_CONN, options.maximumIdleSeconds)
    ccurl_set_number(raw, CURLOPT_MAXLIFETIME_CONN, options.maximumLifetimeSeconds)
    if let caFile = options.caFile {
      ccurl_set_text(raw, CURLOPT_CAINFO, caFile)
    } else if ccurl_version().pointee.cainfo != nil {
      // libcurl caches certificates only if no certificate folder is set.
      ccurl_set_text(raw, CURLOPT_CAPATH, nil)
    }
  }

  deinit {
    curl_easy_cleanup(raw)
    curl_slist_free_all(headers)
    errorText.deallocate()
  }

  /// Sets the functions that libcurl calls on the thread of the client. Their user data is the exchange, except where noted.
  ///
  /// - Parameters:
  ///   - exchange: the exchange, which must live until the handle is removed from its multi handle.
  ///   - loop: the loop, which must outlive all connections.
  func setCallbacks(of exchange: Exchange, on loop: CurlLoop) {
    for option in [CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_PREREQDATA] {
      ccurl_set_pointer(raw, option, Unmanaged.passUnretained(exchange).toOpaque())
    }
    // Called for each complete header line, including status lines, the empty line at the end of a head, and trailers.
    ccurl_set_write(raw, CURLOPT_HEADERFUNCTION) { bytes, size, count, exchange in
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return Exchange.at(exchange)?.takeHeader(line) == true ? line.count : 0
    }
    // Called for each piece of the body: without chunk framing, but with its content codings.
    ccurl_set_write(raw, CURLOPT_WRITEFUNCTION) { bytes, size, count, exchange in
      let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return Exchange.at(exchange)?.takeBody(piece) == true ? piece.count : 0
    }
    // Opens a socket if the exchange allows the address. It is the address that libcurl connects to next, so a host name cannot resolve to
    // another one after the check.
    ccurl_set_opensocket(raw) { exchange, _, address in
      guard let exchange = Exchange.at(exchange), let address, let name = ccurl_address(address),
        exchange.mayConnect(to: SocketAddress.bytes(UnsafeRawPointer(name), Int(address.pointee.addrlen)))
      else { return -1 }
      let descriptor = socket(address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
      if exchange.loop.hasEnoughConnections { ccurl_set_number(exchange.handle.raw, CURLOPT_FORBID_REUSE, 1) }
      if descriptor >= 0 { exchange.loop.sockets[descriptor] = OpenSocket(descriptor) }
      return descriptor
    }
    // Takes the loop as user data, because the exchange that opened the socket may be gone.
    ccurl_set_closesocket(raw) { loop, socket in
      if let loop { Unmanaged<CurlLoop>.fromOpaque(loop).takeUnretainedValue().sockets.removeValue(forKey: socket)?.close() }
      return close(socket)
    }
    ccurl_set_pointer(raw, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(loop).toOpaque())
    // Called before a request is sent on a new or reused connection.
    ccurl_set_prereq(raw) { exchange, remote, local, remotePort, localPort in
      guard let exchange = Exchange.at(exchange), let remote, let local else { return CURL_PREREQFUNC_ABORT }
      let ends = OpenSocket.Ends(local: SocketAddress.endpoint(local, localPort), remote: SocketAddress.endpoint(remote, remotePort))
      return exchange.mayUseConnection(ends) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }
  }

  var message: String { String(cString: errorText) }
}
