/// Aligned columns for people.
struct Table {
  struct Column {
    let title: String
    /// A table that is too wide does not shrink the column below this width.
    var minimum = 8
    /// Nil: always shown. Else the column is left out when the terminal is too narrow; the lower the rank, the longer it stays.
    var rank: Int?
    /// The width that a column is assumed to need when deciding whether there is room for it.
    var comfort = 24
    var isRight = false
    /// Never cut.
    var isWhole = false
  }

  struct Cell {
    let text: String
    /// How many columns of a terminal the text takes.
    let width: Int
    var style: Terminal.Style?

    /// Any text; it is made one line that is safe to show.
    init(_ text: String, _ style: Terminal.Style? = nil) {
      self.text = Console.visible(text, isOneLine: true)
      width = DisplayWidth.of(self.text)
      self.style = style
    }

    /// The cell with what fits into so many columns.
    func cut(to width: Int) -> Cell { Cell(DisplayWidth.cut(text, to: width), style) }
  }

  private let columns: [Column]
  private let rows: [[Cell]]

  /// - Parameter rows: as many cells as columns.
  init(_ columns: [Column], _ rows: [[Cell]]) {
    self.columns = columns
    self.rows = rows
  }

  /// The titles, then one line per row. Columns without text are left out; text that does not fit is cut with "…".
  func lines(on terminal: Terminal) -> [String] {
    let layout = TableLayout(columns, rows, width: terminal.width)
    let titles = columns.map { Cell($0.title, .heading) }
    return ([titles] + rows).map { layout.line($0, on: terminal) }
  }

  /// A table of any width.
  ///
  /// - Parameters:
  ///   - header: one word a column.
  ///   - rows: as many cells as the header; the last column is not padded.
  static func text(_ header: [String], _ rows: [[String]]) -> String {
    let lines = [header] + rows
    let widths = header.indices.map { column in lines.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    return lines.map { cells in
      zip(cells, widths).enumerated().map { column, cell in
        column == cells.count - 1 ? cell.0 : cell.0 + String(repeating: " ", count: cell.1 - DisplayWidth.of(cell.0))
      }.joined(separator: "  ") + "\n"
    }.joined()
  }
}
