/// The properties of a terminal that text is formatted for.
struct Terminal {
  /// In columns; nil if unlimited, as for a pipe.
  let width: Int?
  /// Whether the terminal shows colors.
  let hasColor: Bool

  /// Returns text in a color if the terminal shows colors. The text alone has the full meaning.
  func text(_ text: String, _ style: Style?) -> String {
    guard hasColor, let style else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }

  /// A color by its meaning; the raw values are SGR codes (ECMA-48).
  enum Style: String {
    /// Green, such as for an open place.
    case good = "32"
    /// Red, such as for a closed place.
    case bad = "31"
    /// Yellow, such as for unknown hours.
    case doubtful = "33"
    /// Bold.
    case heading = "1"
    /// Less intense than normal text.
    case faint = "2"
  }
}
