import SimdJSON

/// Texts of tab-separated values in UTF-8: a row on each line, with a tab between two cells.
///
/// A tab in a cell is written `\t`, a line feed `\n`, a carriage return `\r`, and a backslash `\\`, so that every line is one row and no
/// cell needs quotation marks. Other control characters are left out.
package enum TSVText {
  /// Returns a row, with a line feed.
  package static func row(_ cells: [String]) -> String { cells.map(cell).joined(separator: "\t") + "\n" }

  private static func cell(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\\") && $0 != 0x7F && $0 != 0xC2 }
    if isPlain { return text }
    var cell = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t": cell += "\\t"
      case "\n": cell += "\\n"
      case "\r": cell += "\\r"
      case "\\": cell += "\\\\"
      default: if scalar.properties.generalCategory != .control { cell.unicodeScalars.append(scalar) }
      }
    }
    return cell
  }

  /// Returns the text of a cell for a JSON value: of a text the text, of a list of texts one on each line, of anything else its JSON text.
  static func text(_ value: borrowing JSONValue) -> String {
    if let text = value.string { return text }
    if value.isArray, let texts = texts(value) { return texts.joined(separator: "\n") }
    var writer = JSONWriter(capacity: 256)
    writer.copy(value)
    return writer.text
  }

  /// Returns the elements of a list of texts; nil if it has other elements.
  private static func texts(_ list: borrowing JSONValue) -> [String]? {
    var texts: [String] = []
    var elements = list.elements
    while let element = elements.next() {
      guard let text = element.string else { return nil }
      texts.append(text)
    }
    return texts
  }
}
