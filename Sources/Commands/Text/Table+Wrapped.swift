import CampusCatalog

extension Table {
  /// Returns a table in which no text is cut. On a terminal that is too narrow, texts are wrapped at spaces. A cell with a word that is too
  /// wide for its column has the rest of the line, and the cells after it are on the next line.
  ///
  /// - Parameters:
  ///   - rows: each has one cell per title.
  ///   - terminal: the titles are bold if it shows colors.
  static func wrapped(_ titles: [String], _ rows: [[String]], on terminal: Terminal) -> [String] {
    let rows = rows.map { row in row.map { PlainText.visible($0, isOneLine: true) } }
    let widths = widths(of: [titles] + rows, width: terminal.width)
    return lines(titles, widths, terminal.width).map { terminal.text($0, .heading) } + rows.flatMap { lines($0, widths, terminal.width) }
  }

  /// The number of spaces between two columns.
  private static let gap = 2
  /// The width that the last column should have at least, if its texts need it.
  private static let lastWidth = 32

  /// Returns the widths of the columns: the widths of their texts, except that columns are narrowed if there is too little room for the
  /// last one. Each step narrows the column in which the fewest cells are too wide; among equals the widest.
  private static func widths(of rows: [[String]], width: Int?) -> [Int] {
    let cells = rows[0].indices.map { column in rows.map { DisplayWidth.of($0[column]) } }
    let words = rows[0].indices.map { column in rows.map { $0[column].split(separator: " ").map { DisplayWidth.of(String($0)) }.max() ?? 0 }
    }
    var widths = cells.map { $0.max() ?? 0 }
    guard let width, let last = widths.indices.last, last > 0 else { return widths }
    // Cells with a single word, such as an address, get their own line and need no room in the column.
    let wanted = min(lastWidth, max(cells[last][0], zip(cells[last], words[last]).filter { $0 > $1 }.map(\.0).max() ?? 0))
    func room() -> Int { width - widths.dropLast().reduce(0) { $0 + $1 + gap } }
    func tooWide(_ column: Int) -> Int { cells[column].count { $0 >= widths[column] } }
    // A cell that is one word cannot be wrapped: at most one in four may need its own line, unless the table is wider than the terminal.
    func isWord(_ column: Int) -> Bool { words[column].contains { $0 >= widths[column] } }
    while room() < wanted {
      let able = widths.indices.dropLast().filter { column in
        widths[column] > words[column][0] && (!isWord(column) || 4 * tooWide(column) <= rows.count || room() < 1)
      }
      guard let column = able.min(by: { (tooWide($0), -widths[$0]) < (tooWide($1), -widths[$1]) }) else { break }
      let next = isWord(column) ? cells[column].filter { $0 < widths[column] }.max() ?? 0 : widths[column] - 1
      widths[column] = max(words[column][0], next)
    }
    widths[last] = max(1, min(widths[last], room()))
    return widths
  }

  /// Returns the lines of a row.
  private static func lines(_ cells: [String], _ widths: [Int], _ width: Int?) -> [String] {
    var lines: [String] = []
    var (column, top) = (0, 0)
    for (index, cell) in cells.enumerated() {
      defer { column += widths[index] + gap }
      var (start, texts) = (column, Paragraph.lines(cell, width: widths[index]))
      let widest = texts.map(DisplayWidth.of).max() ?? 0
      if let width, widest > widths[index], column + widest > width {
        // It begins below the row, farther to the left.
        (start, top) = (min(column, max(gap, width - widest)), lines.count)
        texts = Paragraph.lines(cell, width: width - start)
      }
      for (offset, text) in texts.enumerated() {
        while lines.count <= top + offset { lines.append("") }
        lines[top + offset] += String(repeating: " ", count: max(0, start - DisplayWidth.of(lines[top + offset]))) + text
      }
      if widest > widths[index] { top = lines.count }
    }
    return lines
  }
}
