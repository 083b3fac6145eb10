import Glibc

/// The sockets of all connections. libcurl does not tell during a transfer on which of them it runs, only between which ports.
struct OpenSockets {
  struct Ends: Hashable {
    let local: Int32
    let remote: Int32
  }

  private var ends: [Int32: Ends] = [:]
  private var sockets: [Ends: Int32] = [:]
  private var unknown: Set<Int32> = []

  mutating func add(_ socket: Int32) { unknown.insert(socket) }

  mutating func remove(_ socket: Int32) {
    unknown.remove(socket)
    if let ends = ends.removeValue(forKey: socket) { sockets[ends] = nil }
  }

  /// -1 where there is none.
  mutating func find(_ wanted: Ends) -> Int32 {
    if let socket = sockets[wanted] { return socket }
    for socket in unknown where Self.port(socket, getsockname) == wanted.local && Self.port(socket, getpeername) == wanted.remote {
      unknown.remove(socket)
      ends[socket] = wanted
      sockets[wanted] = socket
      return socket
    }
    return -1
  }

  private static func port(
    _ socket: Int32, _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Int32 {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(socket, $0, &size) }
    }
    guard result == 0 else { return -1 }
    // Both families have the port at the same place.
    return withUnsafeBytes(of: storage) { Int32(UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))) }
  }
}
