import CCurl
import Glibc

/// The socket of an open connection, found by its endpoints: during a transfer, libcurl does not reveal which socket it uses, only the
/// addresses and ports at both ends.
final class OpenSocket {
  struct Endpoint: Equatable {
    /// 4 or 16 bytes in network order.
    let address: [UInt8]
    let port: Int32
  }

  /// The two endpoints of a connection. A port alone does not identify it.
  struct Ends: Equatable {
    let local: Endpoint
    let remote: Endpoint
  }

  /// Nil after closing, because the number may be reused for another file.
  private var descriptor: Int32?
  /// The endpoints of the connection, once it has been connected.
  private var ends: Ends?
  /// The local port of `ends`. Most connections differ in it, and comparing it is faster than comparing addresses.
  private var localPort: Int32?
  /// Whether the connection has carried an HTTP/1 response. Bytes that arrive before the next request belong to no request. (HTTP/2 frames
  /// may arrive at any time.)
  var hasAnswered = false
  /// The exchange that uses the connection; nil when it has ended.
  weak var user: Exchange?

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Forgets the descriptor, which is about to be closed.
  func close() { descriptor = nil }

  /// Returns whether this is the connection between two endpoints.
  func connects(_ ends: Ends) -> Bool {
    if localPort == nil, let descriptor, let local = SocketAddress.endpoint(descriptor, getsockname),
      let remote = SocketAddress.endpoint(descriptor, getpeername)
    {
      self.ends = Ends(local: local, remote: remote)
      localPort = local.port
    }
    return localPort == ends.local.port && self.ends == ends
  }

  /// Shuts the connection down if it has unread bytes, or the server has closed it. libcurl does not use it again. Call this only while no
  /// request is in progress on the connection.
  ///
  /// libcurl before 8.0 would read the bytes as the response to the next request.
  ///
  /// - Returns: whether the connection was shut down.
  @discardableResult
  func shutDownIfUnclean() -> Bool {
    guard hasAnswered, let descriptor else { return false }
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 0) != 0 else { return false }
    shutdown(descriptor, Int32(SHUT_RDWR))
    return true
  }

  /// The number of bytes received so far; nil if the system does not provide it. (`TCP_INFO` of Linux, which counts bytes before TLS is
  /// removed.)
  var received: UInt64? {
    var bytes: UInt64 = 0
    guard let descriptor, ccurl_received(descriptor, &bytes) else { return nil }
    return bytes
  }
}
