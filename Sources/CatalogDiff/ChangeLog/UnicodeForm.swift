/// Detects texts that differ only in their Unicode form. (Swift's `==` treats composed and decomposed characters as equal.)
///
/// For example, “é” is U+00E9 when composed, and “e” with U+0301 when decomposed (Unicode Standard Annex 15).
enum UnicodeForm {
  /// Whether two texts have the same bytes, or neither exists.
  static func isSame(_ left: String?, _ right: String?) -> Bool { left.map { Array($0.utf8) } == right.map { Array($0.utf8) } }

  static let remark = "is written in another Unicode form"

  /// "name “Café” is written in another Unicode form".
  static func text(_ name: String, _ value: String?) -> String {
    "\(name)\(value.map { " \(EntryComparison.quote($0))" } ?? "") \(remark)"
  }
}
