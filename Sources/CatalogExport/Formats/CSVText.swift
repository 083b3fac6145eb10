package import CampusCatalog

/// Texts of comma-separated values (RFC 4180).
///
/// Spreadsheets run a cell as a formula if it begins with `=`, `+`, `-`, `@`, a tab or a carriage return. Before such a text, and before one
/// that begins with an apostrophe, there is an apostrophe; readers that want the text as it was remove it. Numbers have none.
package enum CSVText {
  /// Returns a row of texts, with CRLF.
  package static func row(_ texts: [String]) -> String { texts.map(cell).joined(separator: ",") + "\r\n" }

  /// Returns a row of cells, with CRLF.
  package static func row(of cells: [TableCell]) -> String {
    let texts = cells.map { cell in if case .text(let value) = cell { self.cell(value) } else { cell.text } }
    return texts.joined(separator: ",") + "\r\n"
  }

  static func cell(_ value: String) -> String {
    let isFormula = value.utf8.first.map("=+-@'\t\r".utf8.contains) ?? false
    let text = isFormula ? "'\(value)" : value
    let hasOuterSpace = value.utf8.first == UInt8(ascii: " ") || value.utf8.last == UInt8(ascii: " ")
    guard hasOuterSpace || value.utf8.contains(where: ",\"\n\r".utf8.contains) else { return text }
    // Bytes, because a quotation mark and a combining mark after it are one character.
    return "\"\(String(decoding: Array(text.utf8).replacing("\"".utf8, with: "\"\"".utf8), as: UTF8.self))\""
  }
}
