import SimdJSON

/// Text from feeds made fit to show: data, never interpreted. Unicode is kept as it was sent.
public enum PlainText {
  /// One line: control characters removed (line ends and tabs become spaces), trimmed. Nil when nothing is left.
  public static func line(_ utf8: borrowing Span<UInt8>) -> String? {
    if let line = plainLine(utf8) { return line }
    return utf8.withUnsafeBufferPointer { clean($0, keepsLines: false) }
  }

  /// Returns a text that `line` would not change, found by a quick test: printable ASCII without a space at either end. Nil for other texts.
  public static func plainLine(_ utf8: borrowing Span<UInt8>) -> String? {
    guard utf8.withUnsafeBufferPointer({ isTrimmed($0) && isPrintableASCII($0) }) else { return nil }
    return unsafe String(copying: UTF8Span(unchecked: copy utf8, isKnownASCII: true))
  }

  /// One line: control characters removed (line ends and tabs become spaces), trimmed. Nil when nothing is left.
  public static func line(_ text: String) -> String? {
    clean(text, keepsLines: false)
  }

  /// Several lines: line ends stay, as line feeds, other control characters are removed, trimmed. Nil when nothing is left.
  public static func lines(_ utf8: borrowing Span<UInt8>) -> String? {
    utf8.withUnsafeBufferPointer { clean($0, keepsLines: true) }
  }

  /// Several lines: line ends stay, as line feeds, other control characters are removed, trimmed. Nil when nothing is left.
  public static func lines(_ text: String) -> String? {
    clean(text, keepsLines: true)
  }

  /// True for text that `line` leaves as it is.
  public static func isLine(_ text: String) -> Bool {
    if let isPlain = text.utf8.withContiguousStorageIfAvailable({ isTrimmed($0) && isPlain($0, keepsLines: false) }), isPlain {
      return true
    }
    guard let line = line(text) else { return false }
    return line.utf8.elementsEqual(text.utf8)
  }

  /// Text without what a terminal or a reader could take as a command: controls (bar line feeds), C1 and bidirectional controls; each
  /// becomes U+FFFD, tabs and carriage returns a space.
  ///
  /// - Parameter isOneLine: line feeds become spaces too.
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

  /// No byte of a character beyond ASCII.
  public static func isASCII(_ utf8: borrowing Span<UInt8>) -> Bool {
    var all: UInt8 = 0
    for index in utf8.indices { all |= utf8[index] }
    return all < 0x80
  }

  private static func clean(_ utf8: UnsafeBufferPointer<UInt8>, keepsLines: Bool) -> String? {
    utf8.isEmpty ? nil : clean(String(decoding: utf8, as: UTF8.self), keepsLines: keepsLines)
  }

  private static func clean(_ text: String, keepsLines: Bool) -> String? {
    var text = text
    let (isPlain, isTrimmed) = text.withUTF8 { (Self.isPlain($0, keepsLines: keepsLines), Self.isTrimmed($0)) }
    if isPlain, isTrimmed || !isSpace(text.unicodeScalars.first) && !isSpace(text.unicodeScalars.last) { return text }
    var kept: [UInt8] = []
    kept.reserveCapacity(text.utf8.count)
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\n" where previous == "\r": continue
      case "\n", "\r": kept.append(keepsLines ? 0x0A : 0x20)
      case "\t": kept.append(0x20)
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}": continue
      default: kept.append(contentsOf: UTF8.encode(scalar) ?? .init())
      }
    }
    let cleaned = String(decoding: kept, as: UTF8.self)
    var rest = Substring(cleaned).unicodeScalars
    while let scalar = rest.first, isSpace(scalar) { rest.removeFirst() }
    while let scalar = rest.last, isSpace(scalar) { rest.removeLast() }
    return rest.isEmpty ? nil : String(Substring(rest))
  }

  /// White space, or nothing at all: `White_Space` in Unicode's PropList.txt. (The standard library's tables take a while.)
  private static func isSpace(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return true }
    return switch scalar {
    case "\u{9}"..."\u{D}", " ", "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}"..."\u{200A}", "\u{2028}", "\u{2029}", "\u{202F}",
      "\u{205F}", "\u{3000}":
      true
    default: false
    }
  }

  /// Begins and ends with a character of ASCII that is seen.
  private static func isTrimmed(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = utf8.first, let last = utf8.last else { return false }
    return isInk(first) && isInk(last)
  }

  /// ASCII that is neither white space nor a control character.
  private static func isInk(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

  /// No byte of a control character: nothing below a space, no DEL, and no 0xC2 (which begins the C1 controls).
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

  /// No byte that begins a character which `visible` replaces.
  private static func isVisible(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    isPlain(utf8, keepsLines: false) && !utf8.contains { $0 == 0xD8 || $0 == 0xE2 }
  }

  /// Nothing but bytes from a space to `~`.
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

  /// Eight bytes from a space to `~`; false may be wrong, true never is.
  private static func isPlainASCII(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return (word | (word &- ones &* 0x20) | (word &+ ones)) & (ones &* 0x80) == 0
  }

  /// Text that was encoded as UTF-8 twice (`CafÃ©`), decoded once; nil unless that is unambiguous: every character is one
  /// of Windows-1252, and the bytes are UTF-8 with at least one character beyond ASCII.
  public static func decodedOnce(_ text: String) -> String? {
    // Most texts beyond ASCII were encoded once; this test finds them without allocating.
    guard mayBeEncodedTwice(text) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard let byte = windows1252(scalar) else { return nil }
      bytes.append(byte)
    }
    // The marks of a text are limited when it is parsed; these were hidden.
    return String(validating: bytes, as: UTF8.self).map { CombiningMarks.limit($0).text }
  }

  /// Whether the bytes that the characters represent look like UTF-8, with at least one beyond ASCII.
  private static func mayBeEncodedTwice(_ text: String) -> Bool {
    var hasOther = false
    /// How many more bytes the current character needs.
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

  /// The character that browsers show for a code from 0x80 to 0x9F; others are themselves.
  static func fromWindows1252(_ value: UInt32) -> UInt32 {
    (0x80...0x9F).contains(value) ? windows1252High[Int(value - 0x80)] : value
  }

  /// The byte of Windows-1252 (or Latin-1, for its C1 range) that encodes a character.
  private static func windows1252(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.value < 0x100 { return UInt8(scalar.value) }
    return windows1252High.firstIndex(of: scalar.value).map { UInt8(0x80 + $0) }
  }
}
