package import CampusCatalog

/// Texts of comma-separated values (RFC 4180).
///
/// Spreadsheets run a cell as a formula if it begins with `=`, `+`, `-`, `@`, a tab or a carriage return. Before such a text, and before one
/// that begins with an apostrophe, there is an apostrophe; readers that want the text as it was remove it. Numbers have none.
package enum CSVText {
  /// Returns a row of texts, with CRLF.
  package static func row(_ texts: [String]) -> String { row(of: texts.map { .text($0) }) }

  /// Returns a row of cells, with CRLF.
  package static func row(of cells: [TableCell]) -> String {
    var row: [UInt8] = []
    append(cells, to: &row)
    return String(decoding: row, as: UTF8.self)
  }

  /// Appends a row of cells, with CRLF.
  package static func append(_ cells: [TableCell], to row: inout [UInt8]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { row.append(UInt8(ascii: ",")) }
      if case .text(let text) = cell { append(text, to: &row) } else { row += cell.text.utf8 }
    }
    row += "\r\n".utf8
  }

  private static func append(_ text: String, to row: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      guard let first = bytes.first, let last = bytes.last else { return }
      let mark = UInt8(ascii: "\"")
      let isQuoted = first == UInt8(ascii: " ") || last == UInt8(ascii: " ") || bytes.contains(where: separates)
      if isQuoted { row.append(mark) }
      if beginsFormula(first) { row.append(UInt8(ascii: "'")) }
      if isQuoted, bytes.contains(mark) {
        for byte in bytes { row += byte == mark ? [mark, mark] : [byte] }
      } else {
        row += bytes
      }
      if isQuoted { row.append(mark) }
    }
  }

  private static func separates(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private static func beginsFormula(_ byte: UInt8) -> Bool { "=+-@'\t\r".utf8.contains(byte) }
}
