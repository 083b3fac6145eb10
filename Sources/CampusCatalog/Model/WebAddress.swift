/// An absolute `http` or `https` address, kept as it was sent; only spaces in its path are written `%20`, as a browser does.
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
  public let description: String

  /// Nil for any other scheme, no host, more than 2,048 bytes, or a character that may not stand in a header or an attribute
  /// (C0 and C1 controls, quotes, angle brackets, a backslash). Others beyond ASCII are kept (an IRI, RFC 3987).
  public init?(_ text: String) {
    let utf8 = text.utf8
    guard utf8.count <= 2048, let rest = Self.afterScheme(utf8) else { return nil }
    let host = rest.prefix { !"/?#".utf8.contains($0) }
    guard let first = host.first, first != UInt8(ascii: ":"), first != UInt8(ascii: "@"), !host.contains(0x20) else { return nil }
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

  /// What follows `http://` or `https://`, in any case.
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
