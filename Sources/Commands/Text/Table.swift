import CampusCatalog

/// A plain-text table with aligned columns.
enum Table {
  /// A column: its title, and how it shares the width of the terminal. Widths are in terminal columns.
  struct Column {
    let title: String
    /// A table that is too wide does not shrink the column below this width.
    var minimum = 8
    /// The order in which optional columns are added while there is room, lowest first; nil for a column that is always shown.
    var rank: Int?
    /// The width that the column is assumed to need when deciding whether there is room for it.
    var comfort = 24
    /// Whether its text is aligned to the right.
    var isRight = false
    /// Whether its text is truncated only if the table does not fit otherwise.
    var isWhole = false
    /// Whether text that is wider than the column continues on further lines, instead of being truncated.
    var wraps = false
    /// The width of the terminal below which the column is left out.
    var leastTerminal = 0
    /// Whether its text is never truncated: text that is wider than the column gets its own line below the row. Only for the last column,
    /// which is left out if no line has room for its text.
    var isNeverCut = false
  }

  /// A cell: one line of text, its width, and its color.
  struct Cell {
    let text: String
    /// The display width, in terminal columns.
    let width: Int
    let style: Terminal.Style?

    /// Creates a cell with any text, which becomes one line that is safe to show on a terminal.
    init(_ text: String, _ style: Terminal.Style? = nil) {
      self.text = PlainText.visible(text, isOneLine: true)
      width = DisplayWidth.of(self.text)
      self.style = style
    }

    /// Returns the cell with its text truncated to `width` columns if it is wider.
    func cut(to width: Int) -> Cell { self.width <= width ? self : Cell(DisplayWidth.cut(text, to: width), style) }

    /// Returns the cell as two: the words that fit into `width` columns, and the rest.
    func split(at width: Int) -> (Cell, Cell) {
      let lines = Paragraph.lines(text, width: width)
      guard let first = lines.first, lines.count > 1, DisplayWidth.of(first) <= width else { return (self, Cell("")) }
      return (Cell(first, style), Cell(lines.dropFirst().joined(separator: " "), style))
    }
  }

  /// Returns the titles, then the lines of each row. Columns without text are left out; text that does not fit is wrapped in the columns that
  /// allow it, and truncated with "…" in others.
  ///
  /// - Parameter rows: each has one cell per column.
  static func lines(_ columns: [Column], _ rows: [[Cell]], on terminal: Terminal) -> [String] {
    let table = table(columns, rows, on: terminal)
    return [table.titles] + table.rows.flatMap(\.self)
  }

  /// Returns the same as `lines`, but with the lines of each row: one, and further ones for texts that are wrapped, and if the last column
  /// does not fit.
  static func table(_ columns: [Column], _ rows: [[Cell]], on terminal: Terminal) -> (titles: String, rows: [[String]]) {
    let layout = TableLayout(columns, rows, width: terminal.width)
    return (layout.line(columns.map { Cell($0.title, .heading) }, on: terminal), rows.map { layout.lines($0, on: terminal) })
  }
}
