import Glibc

/// The socket calls that a scripted server needs.
enum Socket {
  /// Listens on a port of 127.0.0.1, by default a free one; nil if the system refuses.
  static func listen(backlog: Int32, at port: Int = 0) -> (socket: Int32, port: Int)? {
    guard let (descriptor, port) = bound(to: port, isShared: port != 0) else { return nil }
    guard Glibc.listen(descriptor, backlog) == 0 else {
      close(descriptor)
      return nil
    }
    return (descriptor, port)
  }

  /// Takes a port of 127.0.0.1 without listening on it.
  ///
  /// - Parameter isShared: another socket of this user may have the same port, when that is shared too.
  static func bound(to port: Int = 0, isShared: Bool) -> (socket: Int32, port: Int)? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var shares: Int32 = isShared ? 1 : 0
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &shares, socklen_t(MemoryLayout<Int32>.size))
    var address = loopback(port: port)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else {
      close(descriptor)
      return nil
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Starts to connect without waiting.
  static func connect(port: Int) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = loopback(port: port)
    withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return descriptor
  }

  /// Two connected sockets; a program that is started in the meantime does not keep them open.
  static func pair() -> (Int32, Int32)? {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
    return (ends[0], ends[1])
  }

  static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr = in_addr(s_addr: in_addr_t(0x7f00_0001).bigEndian)
    return address
  }

  /// Waits until one of the sockets can be read or written, and returns the first such socket.
  static func wait(_ events: [(socket: Int32, event: Int32)], for time: Duration? = nil) -> Int32? {
    var polled = events.map { pollfd(fd: $0.socket, events: Int16($0.event), revents: 0) }
    let limit = time.map { Int32($0.components.seconds * 1000 + $0.components.attoseconds / 1_000_000_000_000_000) } ?? -1
    guard poll(&polled, nfds_t(polled.count), limit) > 0 else { return nil }
    return polled.first { $0.revents != 0 }?.fd
  }
}
