extension PlainText {
  /// Returns a short text that people read, such as the name of a dish, as one line without traces of the page that it was written for: tags and
  /// entities of HTML, bidirectional controls, and runs of spaces. Nil if nothing is left.
  public static func remark(_ text: String) -> String? {
    guard var rest = line(text) else { return nil }
    if isPlainRemark(rest) { return rest }
    if hasMarkup(rest) {
      var removed = 0
      guard let plain = html(rest, removedMarks: &removed) else { return nil }
      rest = plain
    }
    var remark = String.UnicodeScalarView()
    var wasSpace = false
    for scalar in rest.unicodeScalars where !scalar.properties.isBidiControl {
      let isSpace = scalar.properties.isWhitespace
      if isSpace, wasSpace { remark.removeLast() }
      remark.append(isSpace && wasSpace ? " " : scalar)
      wasSpace = isSpace
    }
    return line(String(remark))
  }

  /// Whether a text has nothing that `remark` could change. True is reliable.
  private static func isPlainRemark(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: "&"): return false
      case 0x20 where previous == 0x20: return false
      // The first bytes of bidirectional controls, and of spaces beyond ASCII.
      case 0xC2, 0xD8, 0xE1, 0xE2, 0xE3: return false
      default: previous = byte
      }
    }
    return true
  }

  private static let tags: Set<Substring> = [
    "a", "abbr", "b", "big", "br", "div", "em", "font", "i", "img", "li", "ol", "p", "s", "small", "span", "strong", "sub", "sup", "u",
    "ul",
  ]

  /// Whether a text has a tag of HTML, such as "<b>", a comment, or an entity, such as "&amp;". Others, as in "< 5 g" and "<new>", are text.
  private static func hasMarkup(_ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return false }
    for part in text.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
      if part.hasPrefix("!--") { return true }
      let name = part.drop { $0 == "/" }.prefix { $0.isASCII && $0.isLetter }
      let rest = part.drop { $0 == "/" }.dropFirst(name.count)
      if tags.contains(name.lowercased()[...]), rest.first.map({ ">/ ".contains($0) }) == true, rest.contains(">") { return true }
    }
    return text.split(separator: "&", omittingEmptySubsequences: false).dropFirst().contains { part in
      let name = part.prefix(12).prefix { $0 != ";" }
      return part.dropFirst(name.count).first == ";" && !name.isEmpty
        && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
    }
  }
}
