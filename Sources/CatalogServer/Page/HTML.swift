/// Text of an HTML document. Literals are markup, and what is interpolated is escaped:
///
///     let row: HTML = "<a href=\"\(link: address)\"><bdi>\(name)</bdi></a>"
///
/// A template language would have to be told again, in its own words, about every value, and it does not know which addresses are safe. With
/// interpolation, the compiler checks the names, and nothing can be written without being escaped: only literals are markup.
struct HTML: ExpressibleByStringInterpolation, Sendable, Hashable {
  private(set) var text: String

  init(stringLiteral text: StaticString) { self.text = text.description }
  init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

  private init(markup: String) { text = markup }

  static func += (left: inout HTML, right: HTML) { left.text += right.text }

  /// Returns a list of parts, one after the other.
  static func all(_ parts: some Sequence<HTML>, separator: HTML = "") -> HTML {
    HTML(markup: parts.map(\.text).joined(separator: separator.text))
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity + 32 * interpolationCount) }

    mutating func appendLiteral(_ markup: StaticString) { text += markup.description }

    /// Appends text for an element or for an attribute in double quotes.
    mutating func appendInterpolation(_ plain: String) { HTML.escape(plain, &text) }
    mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
    mutating func appendInterpolation(_ part: HTML) { text += part.text }
    /// Appends nothing for nil.
    mutating func appendInterpolation(_ part: HTML?) { text += part?.text ?? "" }

    /// Appends an address for an attribute in double quotes: one of this site, or one with `http`, `https`, `mailto` or `tel`. Any other one,
    /// such as `javascript:`, becomes "#".
    mutating func appendInterpolation(link address: String) { HTML.escape(HTML.isSafe(address) ? address : "#", &text) }

    /// Appends JSON for a script element, which it cannot end.
    mutating func appendInterpolation(json: String) {
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

  private static func escape(_ plain: String, _ text: inout String) {
    for scalar in plain.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isSafe(_ address: String) -> Bool {
    if address.hasPrefix("#") || address.hasPrefix("?") { return true }
    if address.hasPrefix("/") { return !address.hasPrefix("//") && !address.contains("\\") }
    let scheme = address.prefix { $0 != ":" }.lowercased()
    return ["http", "https", "mailto", "tel"].contains(scheme) && address.contains(":")
  }
}
