/// Normalizes texts about times before they are parsed.
enum FoldedText {
  /// The maximum length of a text about times, in bytes. Longer ones are not read, so that reading a text takes negligible time.
  static let maximumBytes = 1000

  /// Returns the text in lower case, without spaces, with "-" for every kind of dash and "am" for "a.m."; nil for a text that is too long.
  static func fold(_ text: String) -> String? {
    guard text.utf8.count <= maximumBytes else { return nil }
    var plain = ""
    for scalar in text.lowercased().unicodeScalars {
      if isDash(scalar) {
        plain += "-"
      } else if !scalar.properties.isWhitespace, scalar.value >= 0x20 {
        plain.unicodeScalars.append(scalar)
      }
    }
    guard plain.contains(".m") else { return plain }
    return plain.replacing("a.m.", with: "am").replacing("p.m.", with: "pm").replacing("a.m", with: "am").replacing("p.m", with: "pm")
  }

  static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "-", "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FE58}", "\u{FE63}", "\u{FF0D}": true
    default: false
    }
  }
}
