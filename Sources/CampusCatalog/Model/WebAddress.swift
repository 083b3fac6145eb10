/// An absolute `http` or `https` address, kept as it was sent; only spaces are written `%20`, as a browser does.
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
  public let description: String

  /// Nil for any other scheme, no host, more than 2,048 bytes, or a byte that may not stand in a header or an attribute
  /// (controls, quotes, angle brackets, a backslash). Characters beyond ASCII are kept (an IRI, RFC 3987).
  public init?(_ text: String) {
    let text = text.utf8.contains(0x20) ? text.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20") : text
    let utf8 = text.utf8
    guard utf8.count <= 2048, let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let rest = utf8[utf8.index(after: colon)...]
    guard rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]), let first = rest.dropFirst(2).first else { return nil }
    guard !"/?#:@".utf8.contains(first) else { return nil }
    for byte in utf8 {
      switch byte {
      case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"): return nil
      default: break
      }
    }
    description = text
  }
}
