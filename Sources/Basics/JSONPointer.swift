/// JSON Pointers (RFC 6901).
public enum JSONPointer {
  /// Escapes a reference token: `~` becomes `~0`, `/` becomes `~1`.
  /// For example, the key `a/b~c` becomes the token `a~1b~0c`.
  public static func escape(_ token: String) -> String {
    guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return token }
    var escaped = ""
    for scalar in token.unicodeScalars {
      switch scalar {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns the reference tokens of a pointer, without escapes: "a/b" and "0" for `/a~1b/0`; none for the empty pointer.
  public static func tokens(_ pointer: String) -> [String] {
    // Bytes, because a delimiter and a combining mark after it are one character.
    pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map { unescape(Substring($0)) }
  }

  /// Returns a reference token with `~1` as `/` and `~0` as `~`.
  private static func unescape(_ token: Substring) -> String {
    guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
    var text = ""
    var rest = token.unicodeScalars
    while let scalar = rest.popFirst() {
      let isEscape = scalar == "~" && !rest.isEmpty
      text.unicodeScalars.append(isEscape && rest.removeFirst() == "1" ? "/" : scalar)
    }
    return text
  }
}
