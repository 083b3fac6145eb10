import CampusCatalog

/// Text from the system that may not be UTF-8.
enum RawText {
  /// The bytes in quotes, for messages. In text that is not UTF-8, bytes beyond ASCII are written `\xE9`.
  static func visible(_ bytes: some Sequence<CChar>) -> String {
    var text = ""
    for byte in bytes.map(UInt8.init(bitPattern:)) {
      if byte < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x" + String(byte, radix: 16, uppercase: true)
      }
    }
    return "\"" + PlainText.visible(text, isOneLine: true) + "\""
  }
}
