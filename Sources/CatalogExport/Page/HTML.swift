import Basics

/// Text of an HTML document. Literals are markup, and interpolated values are escaped:
///
///     let row: HTML = "<a href=\"\(link: address)\"><bdi>\(name)</bdi></a>"
///
/// The compiler checks the names, and only literals can be markup. (A template language needs each value declared again, and does not know
/// which addresses are safe.)
package struct HTML: ExpressibleByStringInterpolation, CustomStringConvertible, Sendable, Hashable {
  package let text: String

  package var description: String { text }

  package init(stringLiteral text: StaticString) { self.text = text.description }
  package init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

  private init(markup: String) { text = markup }

  /// The style of all pages, as an element.
  static let style = HTML(markup: "<style>\(PageDocument.style)</style>")

  /// Returns a list of parts, one after the other.
  package static func all(_ parts: some Sequence<HTML>, separator: HTML = "") -> HTML {
    HTML(markup: parts.map(\.text).joined(separator: separator.text))
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity + 32 * interpolationCount) }

    package mutating func appendLiteral(_ markup: StaticString) { text += markup.description }

    /// Appends text for an element or for an attribute in double quotes.
    package mutating func appendInterpolation(_ plain: String) { MarkupEscaping.html.append(plain, to: &text) }
    package mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
    package mutating func appendInterpolation(_ part: HTML) { text += part.text }
    /// Appends nothing for nil.
    package mutating func appendInterpolation(_ part: HTML?) { text += part?.text ?? "" }

    /// Appends an address for an attribute in double quotes: one of this site, or one with `http`, `https`, `mailto`, `tel` or `geo`. Any other one,
    /// such as `javascript:`, becomes "#".
    package mutating func appendInterpolation(link address: String) {
      MarkupEscaping.html.append(HTML.isSafe(address) ? address : "#", to: &text)
    }

    /// Appends JSON for a script element, which it cannot end.
    ///
    /// - Parameter json: text of a `JSONWriter`, which escapes U+2028 and U+2029.
    package mutating func appendInterpolation(json: String) {
      var rest = Substring(json)
      while let special = rest.utf8.firstIndex(where: { "<>&".utf8.contains($0) }) {
        text += rest[..<special]
        text += "\\u00" + String(rest.utf8[special], radix: 16)
        rest = rest[rest.utf8.index(after: special)...]
      }
      text += rest
    }
  }

  private static func isSafe(_ address: String) -> Bool {
    if address.hasPrefix("#") || address.hasPrefix("?") { return true }
    if address.hasPrefix("/") { return !address.hasPrefix("//") && !address.contains("\\") }
    let scheme = address.prefix { $0 != ":" }.lowercased()
    return ["http", "https", "mailto", "tel", "geo"].contains(scheme) && address.contains(":")
  }
}
