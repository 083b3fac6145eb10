import CampusCatalog

/// Measures text in terminal columns.
///
/// Combining marks and joiners take no column, East Asian wide characters and emoji take two. Graphemes are never split.
enum DisplayWidth {
  /// Returns the number of columns that text takes.
  static func of(_ text: String) -> Int {
    let utf8 = text.utf8.span
    if PlainText.isASCII(utf8) { return utf8.count }
    var columns = 0
    for index in utf8.indices {
      // Below U+0300 each character takes a column: Latin letters need no tables.
      if utf8[index] >= 0xCC { return text.reduce(0) { $0 + of($1) } }
      if utf8[index] & 0xC0 != 0x80 { columns += 1 }
    }
    return columns
  }

  /// Returns the number of columns that a grapheme takes: 0 for a lone combining mark, 2 for "北" and "👩‍🍳", 1 for "é".
  static func of(_ grapheme: Character) -> Int {
    var (sum, isEmoji) = (0, false)
    for scalar in grapheme.unicodeScalars {
      sum += of(scalar)
      if scalar.value < 0x300 { continue }
      // Joined emoji, skin tones, flags, and characters with an emoji variation selector are one picture.
      if scalar == "\u{FE0F}" || scalar.properties.isEmojiPresentation || scalar.properties.isEmojiModifier { isEmoji = true }
    }
    return isEmoji ? 2 : sum
  }

  /// Returns text that takes at most `width` columns. Text that does not fit ends with "…", without a space before it: "ab cd" becomes
  /// "ab…" for 4 columns. For 0 columns, the text is empty.
  static func cut(_ text: String, to width: Int) -> String {
    if of(text) <= width { return text }
    guard width > 0 else { return "" }
    var (kept, used) = ("", 1)
    for grapheme in text {
      used += of(grapheme)
      if used > width { break }
      kept.append(grapheme)
    }
    while kept.last == " " { kept.removeLast() }
    return kept + "…"
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    let category = scalar.properties.generalCategory
    if category == .nonspacingMark || category == .enclosingMark || category == .format { return 0 }
    // Vowels and final consonants of Korean syllables that are written in parts.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
    return wide.contains { $0.contains(scalar.value) } || scalar.properties.isEmojiPresentation ? 2 : 1
  }

  /// The characters whose East Asian Width is W or F (Unicode Standard Annex 11), except emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265,
    0x20000...0x3FFFD,
  ]
}
