import Basics
import Foundation
import Glibc

/// Helpers for servers on 127.0.0.1.
enum Loopback {
  private static let givenPorts = Guarded<Set<Int>>([])

  /// Returns a port that is free now, and that no other test has been given: otherwise, servers that start at the same time may get the
  /// same one.
  static func freePort() throws -> Int {
    while true {
      let port = try unusedPort()
      if givenPorts.withLock({ $0.insert(port).inserted }) { return port }
    }
  }

  /// The system chooses the port for a socket that is closed again.
  private static func unusedPort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = address(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw CocoaError(.fileReadUnknown) }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  static func answers(_ port: Int) -> Bool {
    let descriptor = connected(to: port)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Waits until a server listens, or until it is clear that none will.
  static func wait(for port: Int, while isAlive: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(15)
    while isAlive(), ContinuousClock.now < end {
      if answers(port) { return true }
      poll(nil, 0, 5)
    }
    return false
  }

  /// Requests a path from a server and waits for the end of the reply.
  ///
  /// - Returns: whether there was a reply.
  @discardableResult
  static func get(_ path: String, port: Int) -> Bool {
    let descriptor = connected(to: port)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let text = "GET \(path) HTTP/1.0\r\n\r\n"
    guard send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    var isReply = false
    while read(descriptor, &buffer, buffer.count) > 0 { isReply = true }
    return isReply
  }

  private static func connected(to port: Int) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = address(port: port)
    let result = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return -1
  }

  private static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr = in_addr(s_addr: in_addr_t(0x7f00_0001).bigEndian)
    return address
  }
}
