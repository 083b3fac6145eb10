import Glibc

/// The terminal that text for people goes to: its width, and whether it shows colours.
struct Terminal {
  /// In columns; nil if unlimited, as for a pipe.
  let width: Int?
  let hasColour: Bool

  /// What stdout leads to. On a terminal its own width counts, else `COLUMNS`, else 80; elsewhere `COLUMNS` alone. Colours are
  /// for terminals, when `NO_COLOR` is not set.
  static func current(_ environment: [String: String]) -> Terminal {
    let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    guard isatty(STDOUT_FILENO) == 1 else { return Terminal(width: columns, hasColour: false) }
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let isDumb = environment["TERM"] == "dumb"
    return Terminal(
      width: isKnown ? Int(size.ws_col) : columns ?? 80, hasColour: !isDumb && (environment["NO_COLOR"] ?? "").isEmpty)
  }

  /// The size of the terminal at stderr; 24 by 80 if it is unknown.
  static func sizeOfStandardError() -> (rows: Int, columns: Int) {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return (24, 80) }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Text in a colour, if the terminal shows colours. The text alone has the full meaning.
  func text(_ text: String, _ style: Style?) -> String {
    guard hasColour, let style else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }

  /// A colour by its meaning; the raw values are terminal codes.
  enum Style: String {
    case good = "32"
    case bad = "31"
    case doubtful = "33"
    case heading = "1"
    case faint = "2"
  }
}
