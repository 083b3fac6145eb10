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

  /// Returns the bytes of an address as text, without a zone; empty if it is invalid.
  static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    var address = in_addr()
    if inet_pton(AF_INET, text, &address) == 1 { return withUnsafeBytes(of: address) { Array($0) } }
    var address6 = in6_addr()
    if inet_pton(AF_INET6, text, &address6) == 1 { return withUnsafeBytes(of: address6) { Array($0) } }
    return []
  }
}
