/// Text without what a reader could take as a command: controls (bar line feeds and tabs), C1 and bidirectional controls, each of which
/// becomes U+FFFD.
enum VisibleText {
  static func of(_ text: String) -> String {
    var visible = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\t": visible.append(scalar)
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}", "\u{061C}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        visible.append("\u{FFFD}")
      default: visible.append(scalar)
      }
    }
    return String(visible)
  }
}
