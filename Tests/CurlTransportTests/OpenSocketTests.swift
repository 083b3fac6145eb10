import Glibc
import Testing

@testable import Fetching

/// Connections from one port to several addresses are different connections.
@Suite struct OpenSocketTests {
  private struct Unavailable: Error {}

  private static func address(_ host: [UInt8], _ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: host) }
    return address
  }

  private static func call(
    _ socket: Int32, _ address: sockaddr_in, _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws {
    let result = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { function(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    guard result == 0 else { throw Unavailable() }
  }

  private static func port(of socket: Int32) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(socket, $0, &size) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func stream() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }

  /// Two connections with the same ports, the one between 127.0.0.1 and itself, the other between 127.0.0.2 and itself.
  private func connections() throws -> [(listener: Int32, client: Int32, ends: OpenSocket.Ends)] {
    var (remotePort, localPort): (UInt16, UInt16) = (0, 0)
    return try [[127, 0, 0, 1], [127, 0, 0, 2]].map { (host: [UInt8]) in
      let (listener, client) = (Self.stream(), Self.stream())
      try Self.call(listener, Self.address(host, remotePort), bind)
      guard listen(listener, 1) == 0 else { throw Unavailable() }
      remotePort = Self.port(of: listener)
      try Self.call(client, Self.address(host, localPort), bind)
      localPort = Self.port(of: client)
      try Self.call(client, Self.address(host, remotePort), connect)
      let ends = OpenSocket.Ends(
        local: OpenSocket.Endpoint(address: host, port: Int32(localPort)),
        remote: OpenSocket.Endpoint(address: host, port: Int32(remotePort)))
      return (listener, client, ends)
    }
  }

  @Test func socketsAreFoundByBothEnds() throws {
    // Another program may use one of the ports at the other address: then new ports are chosen.
    let connections = try #require((0..<20).lazy.compactMap { _ in try? self.connections() }.first)
    let sockets = connections.map { OpenSocket($0.client) }
    for (number, connection) in connections.enumerated() {
      #expect(sockets.map { $0.connects(connection.ends) } == [number == 0, number == 1])
    }
    // A socket that was closed has no bytes.
    sockets[0].close()
    #expect(sockets[1].received != nil && sockets[0].received == nil)
    for connection in connections {
      close(connection.client)
      close(connection.listener)
    }
  }
}
