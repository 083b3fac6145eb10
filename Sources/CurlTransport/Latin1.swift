/// Converts HTTP headers between bytes and text (ISO 8859-1): one character per byte.
enum Latin1 {
  /// Returns bytes as text. No byte is lost: `bytes` returns them unchanged.
  static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    var text = String()
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }

  /// Returns the bytes of text; nil if a character is not in ISO 8859-1.
  static func bytes(_ text: String) -> [UInt8]? {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(text.utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
