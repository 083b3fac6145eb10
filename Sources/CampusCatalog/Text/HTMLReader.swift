import Basics
import OpeningHours

/// HTML elements that break lines, separate words or hide their content. All others are ignored.
private enum HTMLTags {
  static let paragraphs: Set<String> = [
    "p", "ul", "ol", "dl", "table", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article", "figure",
  ]
  static let blocks: Set<String> = [
    "div", "li", "tr", "dt", "dd", "br", "hr", "header", "footer", "address", "form", "fieldset", "main", "nav", "aside", "option",
  ]
  static let cells: Set<String> = ["td", "th"]
  static let hidden: Set<String> = ["script", "style", "template", "noscript", "iframe", "object", "svg", "math", "title", "head"]
}

/// Extracts the text of an HTML fragment in one pass, in linear time.
///
/// It is generic so that a test can count how often bytes are read.
package struct HTMLReader<Bytes: Collection<UInt8>> where Bytes.SubSequence == Bytes {
  private var rest: Bytes
  private var text = ""
  /// The number of line feeds to write before the next character, 0 to 2.
  private var breaks = 0
  private var space = false

  /// - Parameter fragment: UTF-8.
  package init(_ fragment: Bytes) { rest = fragment }

  /// Returns the text of the fragment, with white space collapsed but not trimmed.
  package mutating func read() -> String {
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "<"): markup()
      case UInt8(ascii: "&"): entity()
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
        rest.removeFirst()
        space = true
      default:
        let run = rest.prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") && $0 > 0x20 }
        if run.isEmpty {
          rest.removeFirst()  // a control character
        } else {
          append(String(decoding: run, as: UTF8.self))
          rest = rest[run.endIndex...]
        }
      }
    }
    return text
  }

  private mutating func append(_ run: String) {
    if breaks > 0, !text.isEmpty {
      text += String(repeating: "\n", count: breaks)
    } else if space, !text.isEmpty {
      text += " "
    }
    breaks = 0
    space = false
    text += run
  }

  private mutating func markup() {
    let after = rest.dropFirst()
    if after.starts(with: "!--".utf8) {
      rest = after.dropFirst(3)
      // "<!-->" and "<!--->" are complete comments (HTML, 13.2.5.43).
      if rest.starts(with: ">".utf8) || rest.starts(with: "->".utf8) { skip(past: ">") } else { skip(past: "-->") }
    } else if let next = after.first, next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
      rest = after
      skip(past: ">")
    } else {
      tag(after)
    }
  }

  private mutating func tag(_ after: Bytes) {
    let closes = after.first == UInt8(ascii: "/")
    let body = closes ? after.dropFirst() : after
    let name = body.prefix { $0.isASCIILetter || $0.isASCIIDigit }
    guard let first = name.first, first.isASCIILetter else {
      append("<")
      rest = after
      return
    }
    let tag = String(decoding: name, as: UTF8.self).lowercased()
    rest = body[name.endIndex...]
    let isSelfClosing = skipAttributes()
    if HTMLTags.paragraphs.contains(tag) {
      breaks = 2
    } else if HTMLTags.blocks.contains(tag) {
      breaks = tag == "br" ? min(2, breaks + 1) : max(breaks, 1)
    } else if HTMLTags.cells.contains(tag) {
      space = true
    } else if HTMLTags.hidden.contains(tag), !closes, !(isSelfClosing && (tag == "svg" || tag == "math")) {
      skipElement(tag)
    }
  }

  /// Skips to the `>` that ends a tag, ignoring those in quoted values (a quote right after `=`). Returns whether a slash precedes it.
  private mutating func skipAttributes() -> Bool {
    var quote: UInt8?
    var last: UInt8 = 0
    var isAfterEquals = false
    while let byte = rest.popFirst() {
      if let open = quote {
        if byte == open { quote = nil }
      } else if isAfterEquals, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return last == UInt8(ascii: "/")
      }
      last = byte
      if byte == UInt8(ascii: "=") { isAfterEquals = true } else if byte > 0x20 { isAfterEquals = false }
    }
    return false
  }

  /// Skips an element whose content is not text, up to its end tag or the end of the fragment.
  private mutating func skipElement(_ tag: String) {
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "<"), rest.first == UInt8(ascii: "/") else { continue }
      let name = rest.dropFirst().prefix { $0.isASCIILetter || $0.isASCIIDigit }
      if String(decoding: name, as: UTF8.self).lowercased() == tag {
        rest = rest[name.endIndex...]
        return skip(past: ">")
      }
    }
  }

  private mutating func skip(past end: String) {
    let end = Array(end.utf8)
    while !rest.isEmpty {
      if rest.starts(with: end) {
        rest = rest.dropFirst(end.count)
        return
      }
      rest.removeFirst()
    }
  }

  private mutating func entity() {
    let body = rest.dropFirst().prefix(32)
    let isNumber = body.first == UInt8(ascii: "#")
    let isHexadecimal = isNumber && body.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } == true
    let prefix = isHexadecimal ? 2 : isNumber ? 1 : 0
    let digits = body.dropFirst(prefix).prefix { byte in
      guard isNumber else { return byte.isASCIILetter || byte.isASCIIDigit }
      return isHexadecimal ? Character(Unicode.Scalar(byte)).isHexDigit : byte.isASCIIDigit
    }
    let name = body[..<digits.endIndex]
    let ended = rest[name.endIndex...].first == UInt8(ascii: ";")
    guard let character = HTMLEntities.character(String(decoding: name, as: UTF8.self)),
      ended || isNumber || needsNoSemicolon(character, rest[name.endIndex...].first)
    else {
      append("&")
      rest.removeFirst()
      return
    }
    rest = rest[name.endIndex...]
    if ended { rest.removeFirst() }
    if character == "\u{A0}" {
      space = true
    } else {
      append(character)
    }
  }

  /// Returns whether a reference without a semicolon is valid: for `&`, `<`, `>`, `"` and Latin-1, if a space or markup follows. Anything
  /// else is probably part of an address, such as `?a=1&copy=2`.
  private func needsNoSemicolon(_ character: String, _ next: UInt8?) -> Bool {
    guard let scalar = character.unicodeScalars.first, next.map({ $0 <= 0x20 || $0 == UInt8(ascii: "<") }) ?? true else { return false }
    return ["&", "<", ">", "\""].contains(character) || (0xA0...0xFF).contains(scalar.value)
  }
}

extension PlainText {
  /// Returns the text of an HTML fragment; nil if no text is left.
  ///
  /// Tags, comments, scripts and styles are removed, entities are resolved, and white space is collapsed as in a browser. Blocks and `<br>`
  /// become line feeds, with an empty line between paragraphs. The fragment may be invalid or hostile: no markup is ever left in the text.
  ///
  /// - Parameter removedMarks: incremented by the number of combining marks removed because more than 30 followed each other.
  public static func html(_ fragment: String, removedMarks: inout Int) -> String? {
    var reader = HTMLReader(Substring(fragment).utf8)
    let (text, removed) = CombiningMarks.limit(reader.read())
    removedMarks += removed
    return lines(text)
  }
}
