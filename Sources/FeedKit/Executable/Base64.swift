/// Base64 (RFC 4648, section 4), for bytes in JSON.
enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the text for bytes, padded with "=".
  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
      for index in 0..<4 {
        text.append(index <= group.count ? letters[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a padded text; nil for anything else.
  static func decode(_ text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count % 4 == 0 else { return nil }
    let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (bits, count) = (0, 0)
    for letter in text.dropLast(padding) {
      guard let value = value(of: letter) else { return nil }
      (bits, count) = (bits << 6 | value, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      bits &= (1 << count) - 1
    }
    return bytes
  }

  private static func value(of letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(letter) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(letter) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(letter) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
