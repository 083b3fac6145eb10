import CCurl
import Glibc

/// The callbacks of libcurl, called on the thread of the client. Their user data is the `Exchange`.
enum CurlCallbacks {
  /// Passes a header line to the exchange (`CURLOPT_HEADERFUNCTION`). libcurl calls it for each complete line, including status lines, the
  /// empty line at the end of a head, and trailers.
  ///
  /// - Returns: `count`; 0 to end the transfer.
  static func header(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ exchange: UnsafeMutableRawPointer?) -> Int {
    guard let exchange else { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: count)
    return exchange.asExchange.takeHeader(line) ? count : 0
  }

  /// Passes a piece of the body to the exchange (`CURLOPT_WRITEFUNCTION`): without chunk framing, but with its content codings.
  ///
  /// - Returns: `count`; 0 to end the transfer.
  static func body(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ exchange: UnsafeMutableRawPointer?) -> Int {
    guard let exchange else { return 0 }
    return exchange.asExchange.takeBody(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
  }

  /// Opens a socket if the exchange allows the address (`CURLOPT_OPENSOCKETFUNCTION`). It is the address that libcurl connects to next, so
  /// a host name cannot resolve to another one after the check.
  ///
  /// - Returns: the descriptor; -1 if the address is refused or the system has no socket.
  static func openSocket(
    _ exchange: UnsafeMutableRawPointer?, _ address: UnsafeMutablePointer<curl_sockaddr>?
  ) -> curl_socket_t {
    guard let exchange, let address, let name = ccurl_address(address),
      exchange.asExchange.mayConnect(to: SocketAddress.bytes(UnsafeRawPointer(name), Int(address.pointee.addrlen)))
    else { return -1 }
    let descriptor = socket(address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    if descriptor >= 0 { exchange.asExchange.loop.sockets.add(descriptor) }
    return descriptor
  }

  /// Closes a socket and removes it from the open ones (`CURLOPT_CLOSESOCKETFUNCTION`). Takes the loop as user data, because the exchange
  /// that opened the socket may be gone.
  static func closeSocket(_ loop: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> Int32 {
    if let loop { Unmanaged<CurlLoop>.fromOpaque(loop).takeUnretainedValue().sockets.remove(socket) }
    return close(socket)
  }

  /// An IP address as text and a port, as libcurl passes them.
  typealias Endpoint = (address: UnsafeMutablePointer<CChar>?, port: Int32)

  /// Asks the exchange whether its request may be sent on a connection (`CURLOPT_PREREQFUNCTION`). libcurl calls it for new and for reused
  /// connections, before it sends a request on them.
  static func beforeRequest(_ exchange: UnsafeMutableRawPointer?, _ remote: Endpoint, _ local: Endpoint) -> Int32 {
    guard let exchange, let remoteAddress = remote.address, let localAddress = local.address else { return CURL_PREREQFUNC_ABORT }
    let ends = OpenSockets.Ends(
      local: OpenSockets.Endpoint(address: SocketAddress.bytes(localAddress), port: local.port),
      remote: OpenSockets.Endpoint(address: SocketAddress.bytes(remoteAddress), port: remote.port))
    return exchange.asExchange.mayUseConnection(String(cString: remoteAddress), ends) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
  }
}

extension UnsafeMutableRawPointer {
  fileprivate var asExchange: Exchange { Unmanaged<Exchange>.fromOpaque(self).takeUnretainedValue() }
}
