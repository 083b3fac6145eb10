import CCurl
import Glibc

/// The callbacks of libcurl, called on the thread of the client. Their user data is the `Exchange`.
enum CurlCallbacks {
  static func header(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ exchange: UnsafeMutableRawPointer?) -> Int {
    guard let exchange else { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: count)
    return exchange.asExchange.takeHeader(line) ? count : 0
  }

  static func body(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ exchange: UnsafeMutableRawPointer?) -> Int {
    guard let exchange else { return 0 }
    return exchange.asExchange.takeBody(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
  }

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

  /// Takes the loop as user data, because the exchange that opened the socket may be gone.
  static func closeSocket(_ loop: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> Int32 {
    if let loop { Unmanaged<CurlLoop>.fromOpaque(loop).takeUnretainedValue().sockets.remove(socket) }
    return close(socket)
  }

  typealias Endpoint = (address: UnsafeMutablePointer<CChar>?, port: Int32)

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
