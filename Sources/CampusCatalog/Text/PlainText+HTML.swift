import SimdJSON

extension PlainText {
  /// Returns the text of an HTML fragment; nil if no text is left.
  ///
  /// Tags, comments, scripts and styles are removed, entities are resolved, and white space is collapsed as in a browser. Blocks and `<br>`
  /// become line feeds, with an empty line between paragraphs. The fragment may be invalid or hostile: no markup is ever left in the text.
  ///
  /// - Parameter removedMarks: incremented by the number of combining marks removed because more than 30 followed each other.
  public static func html(_ fragment: String, removedMarks: inout Int) -> String? {
    var reader = HTMLReader(Substring(fragment).utf8)
    let (text, removed) = CombiningMarks.limit(reader.read())
    removedMarks += removed
    return lines(text)
  }

  /// Returns the text of an HTML fragment; nil if no text is left.
  public static func html(_ fragment: String) -> String? {
    var removed = 0
    return html(fragment, removedMarks: &removed)
  }
}
