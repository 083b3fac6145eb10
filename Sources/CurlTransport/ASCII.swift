/// Character classes of ASCII bytes.
enum ASCII {
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a }

  /// Returns whether a byte is allowed in the name of a header (`tchar` in RFC 9110, section 5.6.2).
  static func isToken(_ byte: UInt8) -> Bool {
    if isDigit(byte) || isLetter(byte) { return true }
    return switch byte {
    case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e, 0x5f, 0x60, 0x7c, 0x7e: true
    default: false
    }
  }
}
