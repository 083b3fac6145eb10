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
}
