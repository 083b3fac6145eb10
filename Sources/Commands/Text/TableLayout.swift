import OpeningHours

/// Decides which columns of a table are shown, and how wide each is.
///
/// Columns without text are left out. Optional columns are added by rank, each if all columns then fit with their comfortable widths; the
/// last of several is left out again if nothing is truncated without it. A table that is still too wide shrinks in three steps: to the
/// minimum of each column, then to one, and last the columns that should stay whole.
struct TableLayout {
  private let columns: [Table.Column]
  /// Nil for a column that is not shown.
  private let widths: [Int?]
  /// The width of the terminal.
  private let width: Int

  /// The number of spaces between two columns.
  private static let gap = 2

  /// - Parameter width: the width of the terminal; nil if unlimited.
  init(_ columns: [Table.Column], _ rows: [[Table.Cell]], width: Int?) {
    self.columns = columns
    self.width = width ?? .max
    let cells = columns.indices.map { column in rows.map { $0[column].width } }
    let natural = columns.indices.map { column -> Int in
      let widest = cells[column].max() ?? 0
      return widest == 0 ? 0 : max(widest, DisplayWidth.of(columns[column].title))
    }
    let width = width ?? .max
    let filled = columns.indices.filter { natural[$0] > 0 && columns[$0].leastTerminal <= width }
    func room(_ columns: [Int], _ widths: (Int) -> Int) -> Int {
      columns.reduce(0) { $0 + widths($1) } + Self.gap * max(0, columns.count - 1)
    }
    var shown = filled.filter { columns[$0].rank == nil }
    for column in filled.filter({ columns[$0].rank != nil }).sorted(by: { columns[$0].rank ?? 0 < columns[$1].rank ?? 0 }) {
      if room(shown + [column], { min(natural[$0], columns[$0].comfort) }) <= width { shown.append(column) }
    }
    // The last of several is left out again if all texts are whole without it.
    if shown.count(where: { columns[$0].rank != nil }) > 1, room(shown, { natural[$0] }) > width,
      room(shown.dropLast(), { natural[$0] }) <= width
    {
      shown.removeLast()
    }
    shown.sort()
    // A column that is never cut needs lines that are wide enough, and leaves the others their least widths.
    if let last = shown.last, columns[last].isNeverCut, shown.count > 1,
      natural[last] > width || room(shown, { columns[$0].isWhole ? natural[$0] : min(natural[$0], columns[$0].minimum) }) > width
    {
      shown.removeLast()
    }
    // If even the required columns do not fit, the last ones are left out.
    while shown.count > 1, room(shown, { columns[$0].isWhole ? natural[$0] : 1 }) > width { shown.removeLast() }
    // No column needs more than the whole terminal, although a cell may have millions of characters.
    var found: [Int?] = natural.indices.map { shown.contains($0) ? min(natural[$0], width) : nil }
    lazy var sorted = cells.map { $0.sorted() }
    /// Shrinks columns, down to their `least` width, until the table fits. Each step narrows the column in which it truncates the fewest
    /// cells by one; among equals the widest, then the first.
    func shrink(to least: (Int) -> Int) {
      func cost(_ column: Int) -> (Int, Int, Int) {
        let width = found[column] ?? 0
        let truncated = sorted[column].count - sorted[column].partitioningIndex { $0 >= width }
        return (truncated, -width, column)
      }
      for _ in 0..<max(0, room(shown, { found[$0] ?? 0 }) - width) {
        let able = shown.filter { found[$0] ?? 0 > least($0) }
        guard let column = able.min(by: { cost($0) < cost($1) }) else { return }
        found[column]? -= 1
      }
    }
    shrink { columns[$0].isWhole ? natural[$0] : min(natural[$0], columns[$0].minimum) }
    shrink { columns[$0].isWhole ? natural[$0] : 1 }
    shrink { _ in 1 }
    // The other columns get the room that the last one does not need.
    if let last = shown.last, columns[last].isNeverCut, let room = found[last] {
      let fitting = max(DisplayWidth.of(columns[last].title), sorted[last].last { $0 <= room } ?? 0)
      found[last] = fitting
      var spare = room - fitting
      for column in shown.dropLast() {
        let more = min(spare, natural[column] - (found[column] ?? 0))
        found[column]? += more
        spare -= more
      }
    }
    widths = found
  }

  /// The maximum number of lines of a text that is wrapped.
  private static let mostLines = 3

  /// Returns the lines of a row: one, and further ones for texts that are wrapped. If the cell of the last column is too wide for it, it is on a
  /// line below the first one, which also has the rest of the other texts that are truncated, where it has room for them.
  func lines(_ cells: [Table.Cell], on terminal: Terminal) -> [String] {
    var rows = [cells]
    func set(_ cell: Table.Cell, _ row: Int, _ column: Int) {
      while rows.count <= row { rows.append(cells.map { _ in Table.Cell("") }) }
      rows[row][column] = cell
    }
    for index in cells.indices where columns[index].wraps {
      guard let width = widths[index], cells[index].width > width else { continue }
      let texts = Paragraph.lines(cells[index].text, width: width)
      let rest = texts.dropFirst(Self.mostLines - 1).joined(separator: " ")
      for (row, text) in (texts.prefix(Self.mostLines - 1) + (rest.isEmpty ? [] : [rest])).enumerated() {
        set(Table.Cell(text, cells[index].style), row, index)
      }
    }
    guard let index = cells.indices.last, columns[index].isNeverCut, let room = widths[index], cells[index].width > room else {
      return rows.map { line($0, on: terminal) }
    }
    let last = cells[index]
    rows[0][index] = Table.Cell("")
    // Below its column, but farther to the left as needed.
    let end = widths[..<index].reduce(0) { $0 + ($1.map { $0 + Self.gap } ?? 0) }
    let start = max(0, min(end, width - last.width))
    var column = 0
    var target = 1
    for other in cells.indices.dropLast() {
      guard let width = widths[other] else { continue }
      column += width + Self.gap
      // A wrapped text takes the room of the last cell: that is below all of it.
      if rows.count > 1, !rows[1][other].text.isEmpty, column > start { target = rows.count }
      guard column <= start, !columns[other].wraps, cells[other].width > width else { continue }
      let (head, rest) = cells[other].split(at: width)
      set(head, 0, other)
      set(rest, 1, other)
    }
    if target >= rows.count { set(Table.Cell(""), target, index) }
    let plain = Terminal(width: nil, hasColor: false)
    return rows.enumerated().map { row, cells in
      let text = line(cells, on: terminal)
      guard row == target else { return text }
      let space = String(repeating: " ", count: max(0, start - DisplayWidth.of(line(cells, on: plain))))
      return text + space + terminal.text(last.text, last.style)
    }
  }

  /// Returns one line of the table, without trailing spaces.
  func line(_ cells: [Table.Cell], on terminal: Terminal) -> String {
    // Bytes, because creating a string for each run of spaces took most of the time.
    var line: [UInt8] = []
    line.reserveCapacity(widths.reduce(0) { $0 + ($1 ?? 0) + Self.gap })
    var pendingSpaces = 0
    for index in cells.indices {
      guard let width = widths[index] else { continue }
      let shown = cells[index].cut(to: width)
      let space = max(0, width - shown.width)
      if columns[index].isRight { pendingSpaces += space }
      if !shown.text.isEmpty {
        line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: pendingSpaces))
        line.append(contentsOf: terminal.text(shown.text, shown.style).utf8)
        pendingSpaces = 0
      }
      pendingSpaces += Self.gap + (columns[index].isRight ? 0 : space)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
