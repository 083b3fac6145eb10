/// Addresses and ports that requests must not connect to, because no public feed uses them.
///
/// Addresses follow the special-purpose registries of IANA (RFC 6890). For IPv6, only global unicast addresses (2000::/3) are allowed,
/// except addresses that embed an IPv4 address (6to4, Teredo) or are reserved.
public enum ForbiddenAddress {
  /// Returns why an address is forbidden, such as "loopback" for 127.0.0.1; nil if it is allowed.
  ///
  /// - Parameter bytes: 4 or 16 bytes in network order. Any other number is forbidden.
  public static func reason(_ bytes: [UInt8]) -> String? {
    switch bytes.count {
    case 4: reason(ofIPv4: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    case 16: reason(ofIPv6: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
    default: "not an internet address"
    }
  }

  /// Returns whether a port is forbidden: ports below 80, those that the Fetch standard blocks, and those of common databases.
  public static func isForbidden(port: Int) -> Bool {
    port < 80 || port > 65535 || ports.contains(port)
  }

  private static func reason(ofIPv4 address: UInt32) -> String? {
    for block in blocks where address >> (32 - block.length) == block.prefix >> (32 - block.length) { return block.reason }
    return nil
  }

  /// Returns why an IPv6 address is forbidden. The arguments are its upper and lower 64 bits.
  private static func reason(ofIPv6 high: UInt64, _ low: UInt64) -> String? {
    if high == 0 {
      if low == 0 { return "unspecified" }
      if low == 1 { return "loopback" }
      return low >> 32 == 0xffff ? "IPv4-mapped" : "IPv4-compatible"
    }
    if high == 0x0064_ff9b_0000_0000 || high >> 16 == 0x0064_ff9b_0001 { return "NAT64" }
    if high == 0x0100_0000_0000_0000 { return "discard" }
    if high >> 57 == 0xfc >> 1 { return "unique local" }
    if high >> 54 == 0xfe80 >> 6 { return "link-local" }
    if high >> 54 == 0xfec0 >> 6 { return "site-local" }
    if high >> 56 == 0xff { return "multicast" }
    guard high >> 61 == 1 else { return "not global unicast" }
    if high >> 32 == 0x2001_0000 { return "Teredo" }
    if high >> 41 == 0x2001_0000 >> 9 { return "special purpose" }
    if high >> 32 == 0x2001_0db8 || high >> 44 == 0x3fff0 { return "documentation" }
    if high >> 48 == 0x2002 { return "6to4" }
    return nil
  }

  /// The forbidden IPv4 blocks in ascending order: first address, length of the prefix in bits, and reason.
  private static let blocks: [(prefix: UInt32, length: UInt32, reason: String)] = [
    (0x0000_0000, 8, "this network"),
    (0x0a00_0000, 8, "private"),
    (0x6440_0000, 10, "shared address space"),
    (0x7f00_0000, 8, "loopback"),
    (0xa9fe_0000, 16, "link-local"),
    (0xac10_0000, 12, "private"),
    (0xc000_0000, 24, "special purpose"),
    (0xc000_0200, 24, "documentation"),
    (0xc01f_c400, 24, "special purpose"),
    (0xc034_c100, 24, "special purpose"),
    (0xc058_6300, 24, "6to4 relay"),
    (0xc0a8_0000, 16, "private"),
    (0xc0af_3000, 24, "special purpose"),
    (0xc612_0000, 15, "benchmarking"),
    (0xc633_6400, 24, "documentation"),
    (0xcb00_7100, 24, "documentation"),
    (0xe000_0000, 4, "multicast"),
    (0xf000_0000, 4, "reserved"),
  ]

  /// Forbidden ports from 80 on.
  private static let ports: Set<Int> = [
    87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 179, 389, 427, 445, 465, 512,
    513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1433, 1521, 1719, 1720, 1723, 2049,
    2375, 2376, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672, 5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
    9042, 9200, 9300, 10080, 11211, 27017,
  ]
}
