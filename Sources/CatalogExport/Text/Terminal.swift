/// The properties of a terminal that text is formatted for.
package struct Terminal {
  /// In columns; nil if unlimited, as for a pipe.
  package let width: Int?
  package let hasColour: Bool

  package init(width: Int?, hasColour: Bool) {
    self.width = width
    self.hasColour = hasColour
  }

  /// Returns text in a colour if the terminal shows colours. The text alone has the full meaning.
  package func text(_ text: String, _ style: Style?) -> String {
    guard hasColour, let style else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }

  /// A colour by its meaning; the raw values are SGR codes (ECMA-48).
  package enum Style: String {
    case good = "32"
    case bad = "31"
    case doubtful = "33"
    case heading = "1"
    case faint = "2"
  }
}
