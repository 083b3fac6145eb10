import CCurl
import Glibc

/// The sockets of all connections that libcurl has open.
///
/// During a transfer libcurl does not say which socket it uses, only the addresses and ports at its two ends.
struct OpenSockets {
  /// An address and a port.
  struct Endpoint: Hashable {
    /// 4 or 16 bytes.
    let address: [UInt8]
    let port: Int32
  }

  /// What identifies a connection: a port alone may belong to connections of several addresses.
  struct Ends: Hashable {
    let local: Endpoint
    let remote: Endpoint
  }

  private var found: [Ends: OpenSocket] = [:]
  private var ends: [Int32: Ends] = [:]
  /// Sockets whose ends have not been asked for; they may not be connected yet.
  private var unknown: [Int32: OpenSocket] = [:]

  mutating func add(_ descriptor: Int32) { unknown[descriptor] = OpenSocket(descriptor) }

  /// Forgets a socket that is about to be closed.
  mutating func remove(_ descriptor: Int32) {
    unknown.removeValue(forKey: descriptor)?.close()
    if let ends = ends.removeValue(forKey: descriptor) { found.removeValue(forKey: ends)?.close() }
  }

  /// Returns the socket between two ends; nil where there is none.
  mutating func find(_ wanted: Ends) -> OpenSocket? {
    if let socket = found[wanted] { return socket }
    for (descriptor, socket) in unknown where Self.ends(of: descriptor) == wanted {
      unknown[descriptor] = nil
      ends[descriptor] = wanted
      found[wanted] = socket
      return socket
    }
    return nil
  }

  private static func ends(of socket: Int32) -> Ends? {
    guard let local = endpoint(socket, getsockname), let remote = endpoint(socket, getpeername) else { return nil }
    return Ends(local: local, remote: remote)
  }

  private static func endpoint(
    _ socket: Int32, _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Endpoint? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(socket, $0, &size) }
    }
    guard result == 0 else { return nil }
    return withUnsafeBytes(of: storage) { bytes in
      guard let start = bytes.baseAddress else { return nil }
      // Both families have the port at the same place.
      let port = Int32(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
      return Endpoint(address: SocketAddress.bytes(start, Int(size)), port: port)
    }
  }
}

/// One connection that libcurl has open.
final class OpenSocket {
  /// Nil once it is closed: the number may belong to another file then.
  private var descriptor: Int32?
  /// It has carried a response of HTTP/1: what comes on it before the next request belongs to no request. (HTTP/2 has frames that come
  /// at any time.)
  var hasAnswered = false

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func close() { descriptor = nil }

  /// Bytes that have not been read are waiting, or the other side has closed the connection.
  var hasInput: Bool {
    guard let descriptor else { return true }
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) != 0
  }

  /// Bytes that have not been read are waiting.
  var hasBytes: Bool {
    var byte: UInt8 = 0
    guard let descriptor else { return false }
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
  }

  /// How many bytes it has received so far, and how long ago the last of them came; nil where the system does not say.
  var received: (bytes: UInt64, age: Duration)? {
    var bytes: UInt64 = 0
    var age: UInt32 = 0
    guard let descriptor, ccurl_received(descriptor, &bytes, &age) else { return nil }
    return (bytes, .milliseconds(Int(age)))
  }
}
