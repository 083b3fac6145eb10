/// Text of an HTML document. Literals are markup, and interpolated values are escaped:
///
///     let row: HTML = "<a href=\"\(link: address)\"><bdi>\(name)</bdi></a>"
///
/// The compiler checks the names, and only literals can be markup. (A template language needs each value declared again, and does not know
/// which addresses are safe.)
package struct HTML: ExpressibleByStringInterpolation, CustomStringConvertible, Sendable, Hashable {
  package private(set) var text: String

  package var description: String { text }

  package init(stringLiteral text: StaticString) { self.text = text.description }
  package init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

  private init(markup: String) { text = markup }

  /// The style of all pages, as an element.
  static let style = HTML(markup: "<style>\(PageDocument.style)</style>")

  package static func += (left: inout HTML, right: HTML) { left.text += right.text }

  /// Returns a list of parts, one after the other.
  package static func all(_ parts: some Sequence<HTML>, separator: HTML = "") -> HTML {
    HTML(markup: parts.map(\.text).joined(separator: separator.text))
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity + 32 * interpolationCount) }

    package mutating func appendLiteral(_ markup: StaticString) { text += markup.description }

    /// Appends text for an element or for an attribute in double quotes.
    package mutating func appendInterpolation(_ plain: String) { HTML.escape(plain, &text) }
    package mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
    package mutating func appendInterpolation(_ part: HTML) { text += part.text }
    /// Appends nothing for nil.
    package mutating func appendInterpolation(_ part: HTML?) { text += part?.text ?? "" }

    /// Appends an address for an attribute in double quotes: one of this site, or one with `http`, `https`, `mailto` or `tel`. Any other one,
    /// such as `javascript:`, becomes "#".
    package mutating func appendInterpolation(link address: String) { HTML.escape(HTML.isSafe(address) ? address : "#", &text) }

    /// Appends JSON for a script element, which it cannot end.
    package mutating func appendInterpolation(json: String) {
      for scalar in json.unicodeScalars {
        switch scalar {
        case "<": text += "\\u003c"
        case ">": text += "\\u003e"
        case "&": text += "\\u0026"
        case "\u{2028}": text += "\\u2028"
        case "\u{2029}": text += "\\u2029"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }

  /// Appends plain text as markup, for elements and for attributes in double quotes.
  ///
  /// Characters that are invisible and change lines or the direction of text become references. Those that HTML does not allow become U+FFFD.
  private static func escape(_ plain: String, _ text: inout String) {
    if plain.utf8.allSatisfy(isPlain) { return text += plain }
    for scalar in plain.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\n": text.unicodeScalars.append(scalar)
      case "\u{200E}", "\u{200F}", "\u{061C}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        text += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}": text += "\u{FFFD}"
      default:
        let isCharacter = scalar.value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(scalar.value)
        text.unicodeScalars.append(isCharacter ? scalar : "\u{FFFD}")
      }
    }
  }

  /// Whether a byte is the same in HTML.
  private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) && !#"&<>"'"#.utf8.contains(byte) }

  private static func isSafe(_ address: String) -> Bool {
    if address.hasPrefix("#") || address.hasPrefix("?") { return true }
    if address.hasPrefix("/") { return !address.hasPrefix("//") && !address.contains("\\") }
    let scheme = address.prefix { $0 != ":" }.lowercased()
    return ["http", "https", "mailto", "tel"].contains(scheme) && address.contains(":")
  }
}
