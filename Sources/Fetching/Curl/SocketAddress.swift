import Glibc

/// Converts IP addresses between the forms of the system and bytes in network order.
enum SocketAddress {
  /// Returns the 4 or 16 bytes of a `sockaddr`; empty if it is not an IP address.
  static func bytes(_ name: UnsafeRawPointer, _ length: Int) -> [UInt8] {
    guard length >= MemoryLayout<sa_family_t>.size else { return [] }
    switch Int32(name.loadUnaligned(as: sa_family_t.self)) {
    case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
      return withUnsafeBytes(of: name.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
    case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
      return withUnsafeBytes(of: name.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
    default:
      return []
    }
  }

  /// Returns an address as text; nil unless there are 4 or 16 bytes.
  static func text(_ bytes: [UInt8]) -> String? {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the endpoint with an address as text, without a zone, and a port. The address is empty if the text is invalid.
  static func endpoint(_ text: UnsafePointer<CChar>, _ port: Int32) -> OpenSocket.Endpoint {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = inet_pton(AF_INET, text, &bytes) == 1 ? 4 : inet_pton(AF_INET6, text, &bytes) == 1 ? 16 : 0
    return OpenSocket.Endpoint(address: Array(bytes.prefix(count)), port: port)
  }

  /// Returns an endpoint of a socket; nil if it is not connected.
  ///
  /// - Parameter name: `getsockname` or `getpeername`.
  static func endpoint(
    _ socket: Int32, _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> OpenSocket.Endpoint? {
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
      return OpenSocket.Endpoint(address: Self.bytes(start, Int(size)), port: port)
    }
  }
}
