import Glibc

/// The sockets of all open connections, found by their endpoints.
///
/// During a transfer, libcurl does not reveal which socket it uses, only the addresses and ports at both ends.
struct OpenSockets {
  /// An address and a port.
  struct Endpoint: Hashable {
    /// 4 or 16 bytes in network order.
    let address: [UInt8]
    let port: Int32
  }

  /// The two endpoints of a connection. A port alone does not identify it.
  struct Ends: Hashable {
    let local: Endpoint
    let remote: Endpoint
  }

  /// Sockets by their endpoints.
  private var found: [Ends: OpenSocket] = [:]
  /// The endpoints of the sockets in `found`, by descriptor.
  private var ends: [Int32: Ends] = [:]
  /// Sockets whose endpoints are not known yet, because they may not be connected.
  private var unknown: [Int32: OpenSocket] = [:]

  /// Adds a socket that was just opened.
  mutating func add(_ descriptor: Int32) { unknown[descriptor] = OpenSocket(descriptor) }

  /// Removes a socket that is about to be closed.
  mutating func remove(_ descriptor: Int32) {
    unknown.removeValue(forKey: descriptor)?.close()
    if let ends = ends.removeValue(forKey: descriptor) { found.removeValue(forKey: ends)?.close() }
  }

  /// Returns the socket between two endpoints; nil if there is none. The endpoints of a new socket are read when it is first needed.
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

  /// Returns the endpoints of a socket; nil if it is not connected.
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
      // The port has the same offset in both address families.
      let port = Int32(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
      return Endpoint(address: SocketAddress.bytes(start, Int(size)), port: port)
    }
  }
}
