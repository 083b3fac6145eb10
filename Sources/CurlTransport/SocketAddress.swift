import Glibc

/// The bytes of addresses in the forms in which the system has them.
enum SocketAddress {
  /// 4 or 16 bytes, empty where it is no internet address.
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

  /// Of an address as text, without a zone.
  static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    var address = in_addr()
    if inet_pton(AF_INET, text, &address) == 1 { return withUnsafeBytes(of: address) { Array($0) } }
    var address6 = in6_addr()
    if inet_pton(AF_INET6, text, &address6) == 1 { return withUnsafeBytes(of: address6) { Array($0) } }
    return []
  }
}
