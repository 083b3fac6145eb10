/// Normalizes texts about times before they are parsed.
enum FoldedText {
  /// Returns the text in lower case, without spaces, with "-" for every kind of dash and "am" for "a.m.".
  static func fold(_ text: String) -> String {
    var plain = ""
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      case "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FE58}", "\u{FE63}", "\u{FF0D}": plain += "-"
      default:
        if !scalar.properties.isWhitespace, scalar.value >= 0x20 { plain.unicodeScalars.append(scalar) }
      }
    }
    guard plain.contains(".m") else { return plain }
    return plain.replacing("a.m.", with: "am").replacing("p.m.", with: "pm").replacing("a.m", with: "am").replacing("p.m", with: "pm")
  }
}
