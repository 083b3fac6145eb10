import CampusCatalog
import Glibc

extension PlainText {
  /// Text from the system in quotes, for messages, if it is not UTF-8; else nil. Bytes beyond ASCII are written `\xE9`.
  static func quotedIfNotUTF8(_ bytes: UnsafePointer<CChar>) -> String? {
    guard String(validatingCString: bytes) == nil else { return nil }
    var text = ""
    for byte in UnsafeBufferPointer(start: bytes, count: strlen(bytes)).map(UInt8.init(bitPattern:)) {
      if byte < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x" + String(byte, radix: 16, uppercase: true)
      }
    }
    return "\"" + visible(text, isOneLine: true) + "\""
  }
}
