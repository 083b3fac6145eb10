import CampusCatalog
import Glibc

extension PlainText {
  /// Returns text from the system in quotes, for messages, if it is not UTF-8; otherwise nil. Bytes beyond ASCII are written as `\xE9`.
  static func quotedIfNotUTF8(_ bytes: UnsafePointer<CChar>) -> String? {
    guard String(validatingCString: bytes) == nil else { return nil }
    let text = UnsafeBufferPointer(start: bytes, count: strlen(bytes)).map(UInt8.init(bitPattern:)).map { byte in
      byte < 0x80 ? String(Unicode.Scalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }.joined()
    return "\"" + visible(text, isOneLine: true) + "\""
  }
}
