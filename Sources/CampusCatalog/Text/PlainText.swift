import Basics

/// Cleans text from feeds: removes control characters and trims white space. Unicode is otherwise left as it was sent.
public enum PlainText {
  /// Returns text as one line: control characters are removed, line breaks and tabs become spaces, and white space is trimmed. Nil if
  /// nothing is left.
  public static func line(_ utf8: borrowing Span<UInt8>) -> String? {
    plainLine(utf8) ?? utf8.withUnsafeBufferPointer { clean($0, keepsLines: false) }
  }

  /// Returns text if `line` would not change it; otherwise nil. A quick test for printable ASCII without spaces at either end.
  public static func plainLine(_ utf8: borrowing Span<UInt8>) -> String? {
    guard isPlainLine(utf8) else { return nil }
    return unsafe String(copying: UTF8Span(unchecked: copy utf8, isKnownASCII: true))
  }

  /// Returns whether `plainLine` returns text.
  package static func isPlainLine(_ utf8: borrowing Span<UInt8>) -> Bool {
    utf8.withUnsafeBufferPointer { isTrimmed($0) && isPrintableASCII($0) }
  }

  public static func line(_ text: String) -> String? { clean(text, keepsLines: false) }

  /// Returns text as lines: line breaks become line feeds, tabs become spaces, other control characters are removed, and white space is
  /// trimmed at both ends. Nil if nothing is left.
  public static func lines(_ text: String) -> String? { clean(text, keepsLines: true) }

  /// Returns whether `line` would leave text unchanged.
  public static func isLine(_ text: String) -> Bool {
    if let isPlain = text.utf8.withContiguousStorageIfAvailable({ isTrimmed($0) && isPlain($0, keepsLines: false) }), isPlain {
      return true
    }
    guard let line = line(text) else { return false }
    return line.utf8.elementsEqual(text.utf8)
  }

  /// Returns text that is safe to show on a terminal: control characters and bidirectional controls become U+FFFD; tabs and carriage
  /// returns become spaces.
  ///
  /// - Parameter isOneLine: whether line feeds become spaces, too.
  public static func visible(_ text: String, isOneLine: Bool = false) -> String {
    if text.utf8.withContiguousStorageIfAvailable(isVisible) == true { return text }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where !isOneLine: safe.append(scalar)
      case "\n", "\r", "\t": safe.append(" ")
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}", "\u{061C}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        safe.append("\u{FFFD}")
      default: safe.append(scalar)
      }
    }
    return String(safe)
  }

  /// Returns whether text has a character that can be seen: not only spaces, joiners and other characters without a width.
  public static func canBeSeen(_ text: String) -> Bool {
    if let first = text.utf8.first, isVisible(first) { return true }
    return text.unicodeScalars.contains { scalar in
      let properties = scalar.properties
      return !properties.isDefaultIgnorableCodePoint && !isSpace(scalar) && ![.format, .control].contains(properties.generalCategory)
    }
  }

  public static func isASCII(_ utf8: borrowing Span<UInt8>) -> Bool {
    var all: UInt8 = 0
    for index in utf8.indices { all |= utf8[index] }
    return all < 0x80
  }

  private static func clean(_ text: String, keepsLines: Bool) -> String? {
    var text = text
    let (isPlain, isTrimmed) = text.withUTF8 { (Self.isPlain($0, keepsLines: keepsLines), Self.isTrimmed($0)) }
    if isPlain, isTrimmed || !isSpace(text.unicodeScalars.first) && !isSpace(text.unicodeScalars.last) { return text }
    return text.withUTF8 { clean($0, keepsLines: keepsLines) }
  }

  private static func clean(_ utf8: UnsafeBufferPointer<UInt8>, keepsLines: Bool) -> String? {
    if utf8.isEmpty { return nil }
    let cleaned =
      isPlain(utf8, keepsLines: keepsLines)
      ? String(decoding: utf8, as: UTF8.self)
      : String(unsafeUninitializedCapacity: utf8.count) { write(utf8, to: $0, keepsLines: keepsLines) }
    if isTrimmed(utf8) || !isSpace(cleaned.unicodeScalars.first) && !isSpace(cleaned.unicodeScalars.last) { return cleaned }
    var rest = Substring(cleaned).unicodeScalars
    while let scalar = rest.first, isSpace(scalar) { rest.removeFirst() }
    while let scalar = rest.last, isSpace(scalar) { rest.removeLast() }
    return rest.isEmpty ? nil : String(Substring(rest))
  }

  /// Copies text without control characters, and returns the number of bytes.
  private static func write(
    _ utf8: UnsafeBufferPointer<UInt8>, to room: UnsafeMutableBufferPointer<UInt8>, keepsLines: Bool
  ) -> Int {
    var count = 0
    var previous: UInt8 = 0
    for byte in utf8 {
      switch byte {
      case 0x0A where previous == 0x0D: break
      case 0x0A, 0x0D:
        room[count] = keepsLines ? 0x0A : 0x20
        count &+= 1
      case 0x09:
        room[count] = 0x20
        count &+= 1
      case 0..<0x20, 0x7F: break
      // The second byte of a C1 control, U+0080 to U+009F.
      case 0x80..<0xA0 where previous == 0xC2: count &-= 1
      default:
        room[count] = byte
        count &+= 1
      }
      previous = byte
    }
    return count
  }

  /// Returns whether a scalar has the Unicode property `White_Space`; true for nil. (Faster than the standard library's lookup.)
  private static func isSpace(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return true }
    return switch scalar {
    case "\u{9}"..."\u{D}", " ", "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}"..."\u{200A}", "\u{2028}", "\u{2029}", "\u{202F}",
      "\u{205F}", "\u{3000}":
      true
    default: false
    }
  }

  /// Returns whether text begins and ends with a visible ASCII character.
  private static func isTrimmed(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = utf8.first, let last = utf8.last else { return false }
    return isVisible(first) && isVisible(last)
  }

  private static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

  /// Returns whether text cannot have control characters: no byte below a space, no DEL, and no 0xC2 (which begins C1 controls).
  private static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>, keepsLines: Bool) -> Bool {
    let raw = UnsafeRawBufferPointer(utf8)
    var index = 0
    while index &+ 8 <= raw.count, isPlainASCII(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { index &+= 8 }
    while index < raw.count {
      let byte = utf8[index]
      if byte < 0x20 || byte == 0x7F || byte == 0xC2, !(keepsLines && byte == 0x0A) { return false }
      index &+= 1
    }
    return true
  }

  /// Returns whether no byte begins a character that `visible` replaces.
  private static func isVisible(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    isPlain(utf8, keepsLines: false) && !utf8.contains { $0 == 0xD8 || $0 == 0xE2 }
  }

  /// Returns whether all bytes are from space to `~`.
  private static func isPrintableASCII(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(utf8)
    guard raw.count >= 8 else { return utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
    var index = 0
    while index < raw.count &- 8 {
      guard isPlainASCII(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) else { return false }
      index &+= 8
    }
    return isPlainASCII(raw.loadUnaligned(fromByteOffset: raw.count &- 8, as: UInt64.self))
  }

  /// Returns whether eight bytes are from space to `~`. True is reliable; false may be wrong.
  private static func isPlainASCII(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return (word | (word &- ones &* 0x20) | (word &+ ones)) & (ones &* 0x80) == 0
  }

  /// Repairs text that was encoded as UTF-8 twice, such as `CafÃ©`; nil for other texts and if that is ambiguous.
  ///
  /// Text qualifies if every character is in Windows-1252 and their bytes are UTF-8 with at least one non-ASCII character.
  public static func repairDoubleEncoding(_ text: String) -> String? {
    // Rules out most texts without allocating.
    guard !isASCII(text.utf8.span), mayBeEncodedTwice(text) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard let byte = windows1252(scalar) else { return nil }
      bytes.append(byte)
    }
    // Combining marks are limited when text is parsed, but these were encoded.
    return String(validating: bytes, as: UTF8.self).map { CombiningMarks.limit($0).text }
  }

  /// Returns whether the Windows-1252 bytes of the characters look like UTF-8 with at least one non-ASCII character.
  private static func mayBeEncodedTwice(_ text: String) -> Bool {
    var hasOther = false
    // How many more bytes the current character needs.
    var missing = 0
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 {
        if missing > 0 { return false }
        continue
      }
      guard let byte = windows1252(scalar) else { return false }
      if missing > 0 {
        guard byte & 0xC0 == 0x80 else { return false }
        missing -= 1
      } else {
        guard byte >= 0xC2, byte <= 0xF4 else { return false }
        missing = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
        hasOther = true
      }
    }
    return hasOther && missing == 0
  }

  private static let windows1252High: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// Returns the code point that browsers show for a numeric reference: 0x80 to 0x9F are Windows-1252.
  static func fromWindows1252(_ value: UInt32) -> UInt32 {
    (0x80...0x9F).contains(value) ? windows1252High[Int(value - 0x80)] : value
  }

  /// Returns the Windows-1252 byte of a character, or its Latin-1 byte; nil if there is none.
  private static func windows1252(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.value < 0x100 { return UInt8(scalar.value) }
    return windows1252High.firstIndex(of: scalar.value).map { UInt8(0x80 + $0) }
  }
}
