/// Escapes text for XML and HTML.
package enum MarkupEscaping {
  /// HTML. Control characters and noncharacters become U+FFFD.
  case html
  /// XML 1.0. Tabs and carriage returns become spaces; other characters that XML does not allow, and control characters, become U+FFFD.
  case xml
  /// XML whose control characters become references. XML allows few of them, so the result may not be well-formed.
  case xmlWithControls

  /// Appends text as markup, for elements and for attributes in double quotes.
  ///
  /// Except in `xmlWithControls`, invisible characters that change lines or the direction of text become references, so that they have no
  /// effect in the source.
  package func append(_ text: String, to markup: inout String) {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && !#"&<>"'"#.utf8.contains($0) }) { return markup += text }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": markup += "&amp;"
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      case "\"": markup += "&quot;"
      case "'" where self == .html: markup += "&#39;"
      case "\n" where self != .xmlWithControls: markup.unicodeScalars.append(scalar)
      case "\r" where self == .xml, "\t" where self == .xml: markup += " "
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}": markup += self == .xmlWithControls ? "&#\(scalar.value);" : "\u{FFFD}"
      case _ where self == .xmlWithControls: markup.unicodeScalars.append(scalar)
      case "\u{200E}", "\u{200F}", "\u{061C}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        markup += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
      default: markup.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
  }

  package func escaped(_ text: String) -> String {
    var markup = ""
    append(text, to: &markup)
    return markup
  }

  private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .html: scalar.value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(scalar.value)
    case .xml: scalar != "\u{FFFE}" && scalar != "\u{FFFF}"
    case .xmlWithControls: true
    }
  }
}
