import OpeningHours

/// Text from feeds as Markdown (CommonMark and GitHub's extensions) in which nothing is markup, a mention, an issue reference, an emoji
/// code or a link.
///
/// Words that a renderer would link become code spans. Other characters are escaped with a backslash, but only where they would be markup:
/// most texts stay as they are.
package enum MarkdownText {
  /// Returns text as one line, with control characters and direction marks replaced.
  ///
  /// - Parameter isAtStart: whether the text begins a paragraph or a list item, where a number or a dash would begin a block.
  package static func inert(_ text: String, isAtStart: Bool = false) -> String {
    let visible = PlainText.visible(text, isOneLine: true)
    let inert = visible.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: { $0 == " " }).map { word in
      isLinked(word) ? code(String(word)) : escaped(Array(word))
    }.joined(separator: " ")
    return isAtStart ? withoutBlock(inert) : inert
  }

  /// Returns text for a cell of a table. A reader gets it back unchanged, with a line break for each line feed.
  ///
  /// - Parameter isLinkText: whether the text is a link's, in which brackets are markup.
  package static func cell(_ text: String, isLinkText: Bool = false) -> String {
    let space = UInt8(ascii: " ")
    if text.utf8.allSatisfy(isPlain), text.utf8.first != space, text.utf8.last != space { return text }
    var cell = text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" }).map { line in
      line.split(omittingEmptySubsequences: false, whereSeparator: { $0 == " " }).map { word in
        isLinked(word) ? codes(word) : escaped(Array(word), in: isLinkText ? .linkText : .cell)
      }.joined(separator: " ")
    }.joined(separator: "<br>")
    // Cells are trimmed.
    if cell.utf8.last == space { cell = cell.dropLast() + "&#32;" }
    return cell.utf8.first == space ? "&#32;" + cell.dropFirst() : cell
  }

  /// Returns text as a code span, in which nothing is markup.
  package static func code(_ text: String) -> String {
    let longest = text.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    return longest == 0 ? "`\(text)`" : "\(fence) \(text) \(fence)"
  }

  /// Returns an address as the destination of a link: `<https://…>`. Bytes that are markup there, and those beyond ASCII, become `%XX`.
  package static func destination(_ address: String) -> String {
    var destination = "<"
    for byte in address.utf8 {
      switch byte {
      case UInt8(ascii: "&"): destination += "&amp;"
      case UInt8(ascii: "|"), UInt8(ascii: "`"), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), 0...0x20, 0x7F...:
        destination += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      default: destination.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return destination + ">"
  }

  // MARK: - Words that would be links

  /// Whether a renderer may turn a word into a link or a picture: a mention, an issue, an address, or an emoji.
  private static func isLinked(_ word: Substring.UnicodeScalarView) -> Bool {
    let lower = Array(String(word).lowercased().utf8)
    let isLink = lower.indices.contains { index in
      switch lower[index] {
      case UInt8(ascii: "@"): true
      case UInt8(ascii: "w"): lower[index...].starts(with: "www.".utf8)
      case UInt8(ascii: ":"): lower[index...].starts(with: "://".utf8)
      case UInt8(ascii: "g"): lower[index...].starts(with: "gh-".utf8)
      default: false
      }
    }
    if isLink { return true }
    if zip(word, word.dropFirst()).contains(where: { $0 == "#" && $1.properties.numericType != nil }) { return true }
    return hasEmojiCode(lower)
  }

  /// Whether bytes have an emoji code, such as ":coffee:" or ":+1:". Times such as "10:30:00" are not.
  private static func hasEmojiCode(_ utf8: [UInt8]) -> Bool {
    let parts = utf8.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: ":") }
    return parts.dropFirst().dropLast().contains { part in
      guard !part.isEmpty, part.allSatisfy({ isWord($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) else { return false }
      return part.count > 2 || part.contains { !$0.isASCIIDigit }
    }
  }

  /// Returns a word as code spans. Characters that a code span in a table cannot contain go between the spans.
  private static func codes(_ word: Substring.UnicodeScalarView) -> String {
    var (codes, code) = ("", "")
    for scalar in word {
      let isSpecial = scalar == "`" || scalar == "|" || scalar == "\\" || reference(scalar) != nil
      if !isSpecial {
        code.unicodeScalars.append(scalar)
        continue
      }
      if !code.isEmpty { codes += "`\(code)`" }
      code = ""
      codes += reference(scalar) ?? (scalar == "`" ? "&#96;" : "\\\(scalar)")
    }
    return code.isEmpty ? codes : codes + "`\(code)`"
  }

  // MARK: - Other words

  /// The context of a text.
  private enum Context { case line, cell, linkText }

  /// Escapes markup characters in a word without spaces.
  private static func escaped(_ word: [Unicode.Scalar], in context: Context = .line) -> String {
    let lastSemicolon = word.lastIndex(of: ";") ?? -1
    var escaped = ""
    for (index, scalar) in word.enumerated() {
      let before = index > 0 ? word[index - 1] : nil
      let after = index + 1 < word.count ? word[index + 1] : nil
      if context != .line, let reference = reference(scalar) {
        escaped += reference
        continue
      }
      let isMarkup =
        switch scalar {
        case "`": true
        // A footnote. Other brackets are text unless the end of a link follows, whose start may be in another text of the same line.
        case "[": after == "^" || context == .linkText
        case "]": after == "(" || context == .linkText
        // A lone star or tilde is text.
        case "*", "~": before != nil || after != nil
        // Inside a word an underscore is text.
        case "_": !(before?.isWordCharacter ?? false && after?.isWordCharacter ?? false) && (before != nil || after != nil)
        case "\\": context != .line || after?.isPunctuationOrSymbol ?? true
        case "<": after.map { $0.properties.isAlphabetic || $0 == "/" || $0 == "!" || $0 == "?" } ?? false
        case "&": lastSemicolon > index && (after.map { $0.properties.isAlphabetic || $0 == "#" } ?? false)
        // The end of a formula, whose start may be in another text of the same line.
        case "$": before != nil
        // At the end of a heading, renderers drop a word that consists of these.
        case "#": before == nil && word.allSatisfy { $0 == "#" }
        case "|": context != .line
        default: false
        }
      escaped += isMarkup ? "\\\(scalar)" : String(scalar)
    }
    return escaped
  }

  /// Escapes the start of a text that would begin a heading, a quotation, a list or a rule: "\- x", "1\. x".
  private static func withoutBlock(_ text: String) -> String {
    if let first = text.unicodeScalars.first, "#>+-[*_".unicodeScalars.contains(first) { return "\\" + text }
    let number = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(number.count)
    return !number.isEmpty && (rest.first == "." || rest.first == ")") ? "\(number)\\\(rest)" : text
  }

  /// Returns the reference to a character that cannot be seen and changes lines or the direction of text; U+FFFD for a control character;
  /// nil for all others.
  private static func reference(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\u{200E}", "\u{200F}", "\u{061C}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
      "&#x\(String(scalar.value, radix: 16, uppercase: true));"
    case "\u{0}"..<" ", "\u{7F}"..."\u{9F}": "\u{FFFD}"
    default: nil
    }
  }

  /// Whether a byte needs no escaping in any context. (A space: only inside a text.)
  private static func isPlain(_ byte: UInt8) -> Bool {
    isWord(byte) && byte != UInt8(ascii: "_") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "'")
  }

  private static func isWord(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") }
}

extension Unicode.Scalar {
  fileprivate var isWordCharacter: Bool { properties.isAlphabetic || properties.numericType != nil }
  fileprivate var isPunctuationOrSymbol: Bool {
    switch value {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
