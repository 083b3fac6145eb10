import CatalogExport
import FeedKit
import SimdJSON

/// Comma-separated values: what is written from a table that was read is read as the same table, in each encoding.
enum CSVTarget {
  static func check(_ bytes: [UInt8]) throws {
    try check(bytes, charset: nil)
    try check(bytes, charset: "windows-1252")
  }

  private static func check(_ bytes: [UInt8], charset: String?) throws {
    let headers = charset.map { ["content-type": "text/csv; charset=\($0)"] } ?? [:]
    let document: JSONDocument
    do {
      document = try CSVTable.document(bytes, headers: headers)
    } catch {
      return
    }
    let rows = rows(of: document)
    let size = rows.reduce(0) { $0 + $1.cells.reduce(0) { $0 + $1.utf8.count } }
    // A byte of Windows-1252 becomes up to three, and each row is at least two bytes.
    try require(size <= 3 * bytes.count && rows.count <= bytes.count, "\(bytes.count) bytes became \(rows.count) rows, \(size) bytes")
    guard let names = rows.first(where: { $0.names != nil })?.names else { return }
    // The first separator in the header decides, so a written name must have no other one; and the text must not begin with another byte
    // order mark.
    guard !names.contains(where: { $0.utf8.contains(where: ";\t".utf8.contains) }), names.first?.unicodeScalars.first != "\u{FEFF}" else {
      return
    }

    let text = CSVText.row(names) + rows.map { CSVText.row($0.cells) }.joined()
    let expected = rows.filter { row in
      row.cells.contains { cell in cell.utf8.contains { $0 > 0x20 } }
    }
    let copy = Self.rows(of: try CSVTable.document(Array(text.utf8)))
    try compare(copy, expected, with: names, "written and read: \(text)")
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { wide += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)] }
    try compare(Self.rows(of: try CSVTable.document(wide)), expected, with: names, "in UTF-16: \(text)")
    let few = Self.rows(of: try CSVTable.document(Array(text.utf8), maximumRows: 1))
    try require(few.map(\.cells) == copy.prefix(1).map(\.cells), "the first row alone differs: \(text)")
  }

  /// A row: its texts, and their names; nil if the row has another number of fields than the header.
  private struct Row {
    var names: [String]?
    var cells: [String]
  }

  private static func rows(of document: borrowing JSONDocument) -> [Row] {
    var rows: [Row] = []
    var elements = document.root.elements
    while let element = elements.next() {
      var row = Row(names: element.isObject ? [] : nil, cells: [])
      var members = element.members
      while let member = members.next() {
        row.names?.append(member.key)
        row.cells.append(member.value.string ?? "")
      }
      var fields = element.elements
      while let field = fields.next() { row.cells.append(field.string ?? "") }
      rows.append(row)
    }
    return rows
  }

  private static func compare(_ rows: [Row], _ expected: [Row], with names: [String], _ about: String) throws {
    try require(rows.count == expected.count, "\(rows.count) rows instead of \(expected.count), \(about)")
    for (row, original) in zip(rows, expected) {
      try require(
        bytes(row.cells) == bytes(original.cells.map(guarded)) && row.names.map(bytes) == original.names.map { bytes($0.map(guarded)) },
        "\(row) instead of \(original), \(about)")
    }
  }

  private static func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  /// A text as it is written for spreadsheets, which would run it as a formula.
  private static func guarded(_ text: String) -> String { text.utf8.first.map("=+-@'\t\r".utf8.contains) == true ? "'\(text)" : text }
}
