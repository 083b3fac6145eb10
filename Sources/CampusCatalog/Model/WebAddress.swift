import OpeningHours

/// An absolute `http` or `https` address. It is stored as the feed sent it, except that spaces are replaced by `%20`.
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
  public let description: String

  /// Creates an address; nil for another scheme, no host, a user name, an impossible port, more than 2,048 bytes, or characters that are unsafe
  /// in a header or an HTML attribute or hide where a link leads: C0 and C1 controls, double quotes, angle brackets, backslashes, and controls
  /// of the direction of text. Other non-ASCII characters are allowed (RFC 3987).
  public init?(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable(Self.isPlain) == true {
      description = text
      return
    }
    let utf8 = text.utf8
    guard utf8.count <= 2048, let rest = Self.afterScheme(utf8) else { return nil }
    let host = rest.prefix { !"/?#".utf8.contains($0) }
    guard let first = host.first, first != UInt8(ascii: ":"), !host.contains(UInt8(ascii: "@")), !host.contains(0x20), Self.hasPort(host),
      !text.unicodeScalars.contains(where: \.properties.isBidiControl)
    else { return nil }
    var hasSpace = false
    var previous: UInt8 = 0
    for byte in utf8 {
      switch byte {
      case 0x20: hasSpace = true
      case 0..<0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"): return nil
      case 0x80...0x9F where previous == 0xC2: return nil
      default: break
      }
      previous = byte
    }
    description =
      hasSpace
      ? utf8.split(separator: 0x20, omittingEmptySubsequences: false).map { String(Substring($0)) }.joined(separator: "%20") : text
  }

  /// Returns whether the port after a host is possible; one may be missing.
  private static func hasPort(_ host: Substring.UTF8View) -> Bool {
    guard let colon = host.lastIndex(of: UInt8(ascii: ":")), host.last != UInt8(ascii: "]") else { return true }
    let port = host[host.index(after: colon)...]
    return port.allSatisfy(\.isASCIIDigit) && port.count <= 5 && (Int(Substring(port)) ?? 0) <= 65_535
  }

  /// Returns whether an address has the most common form: `http://` or `https://`, a host that begins with a letter or digit, and only
  /// ASCII that needs no change, without a port.
  private static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard utf8.count > 8, utf8.count <= 2048, let base = UnsafeRawPointer(utf8.baseAddress) else { return false }
    let word = UInt64(littleEndian: base.loadUnaligned(as: UInt64.self))
    let isSecure = word == 0x2F2F_3A73_7074_7468  // "https://"
    guard isSecure || word & 0x00FF_FFFF_FFFF_FFFF == 0x002F_2F3A_7074_7468 else { return false }
    let first = utf8[isSecure ? 8 : 7] | 0x20
    guard first >= UInt8(ascii: "a") && first <= UInt8(ascii: "z") || first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9") else {
      return false
    }
    var isOdd = false
    for byte in utf8[7...] {
      isOdd =
        isOdd || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "@") || byte <= 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"")
        || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
        || byte == UInt8(ascii: "\\")
    }
    return !isOdd
  }

  /// Returns the text after `http://` or `https://`, in any case; nil for other schemes.
  private static func afterScheme(_ utf8: String.UTF8View) -> Substring.UTF8View? {
    for scheme in ["http://", "https://"] {
      let start = utf8.prefix(scheme.utf8.count)
      if start.map({ $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }).elementsEqual(scheme.utf8) {
        return utf8.dropFirst(scheme.utf8.count)
      }
    }
    return nil
  }
}
