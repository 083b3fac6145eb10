import Glibc
import Testing

@testable import CurlTransport

/// Connections from one port to several addresses are different connections.
@Suite struct OpenSocketsTests {
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
  private func connections() throws -> [(listener: Int32, client: Int32, ends: OpenSockets.Ends)] {
    var (remotePort, localPort): (UInt16, UInt16) = (0, 0)
    return try [[127, 0, 0, 1], [127, 0, 0, 2]].map { (host: [UInt8]) in
      let (listener, client) = (Self.stream(), Self.stream())
      try Self.call(listener, Self.address(host, remotePort), bind)
      guard listen(listener, 1) == 0 else { throw Unavailable() }
      remotePort = Self.port(of: listener)
      try Self.call(client, Self.address(host, localPort), bind)
      localPort = Self.port(of: client)
      try Self.call(client, Self.address(host, remotePort), connect)
      let ends = OpenSockets.Ends(
        local: OpenSockets.Endpoint(address: host, port: Int32(localPort)),
        remote: OpenSockets.Endpoint(address: host, port: Int32(remotePort)))
      return (listener, client, ends)
    }
  }

  @Test func socketsAreFoundByBothEnds() throws {
    // Another program may use one of the ports at the other address: then new ports are chosen.
    let connections = try #require((0..<20).lazy.compactMap { _ in try? self.connections() }.first)
    var sockets = OpenSockets()
    for connection in connections { sockets.add(connection.client) }
    let found = connections.map { sockets.find($0.ends) }
    #expect(found.allSatisfy { $0 != nil })
    #expect(found[0] !== found[1])
    for (connection, socket) in zip(connections, found) { #expect(sockets.find(connection.ends) === socket) }
    // When the first is closed, the second is still there.
    sockets.remove(connections[0].client)
    #expect(sockets.find(connections[0].ends) == nil)
    #expect(sockets.find(connections[1].ends) === found[1])
    #expect(found[1]?.received != nil && found[0]?.received == nil)
    for connection in connections {
      close(connection.client)
      close(connection.listener)
    }
  }
}
