/// Which columns of a table are shown, and how wide each is.
struct TableLayout {
  private let columns: [Table.Column]
  /// Nil for a column that is not shown.
  private let widths: [Int?]

  private static let gap = 2

  /// - Parameter width: of the terminal; nil: no edge.
  init(_ columns: [Table.Column], _ rows: [[Table.Cell]], width: Int?) {
    self.columns = columns
    let natural = columns.indices.map { column -> Int in
      let widest = rows.map { DisplayWidth.of($0[column].text) }.max() ?? 0
      return widest == 0 ? 0 : max(widest, DisplayWidth.of(columns[column].title))
    }
    let filled = columns.indices.filter { natural[$0] > 0 }
    guard let width else {
      widths = natural.map { $0 > 0 ? $0 : nil }
      return
    }
    func room(_ columns: [Int], _ widths: (Int) -> Int) -> Int {
      columns.reduce(0) { $0 + widths($1) } + Self.gap * max(0, columns.count - 1)
    }
    var shown = filled.filter { columns[$0].rank == nil }
    for column in filled.filter({ columns[$0].rank != nil }).sorted(by: { columns[$0].rank ?? 0 < columns[$1].rank ?? 0 }) {
      if room(shown + [column], { min(natural[$0], columns[$0].comfort) }) <= width { shown.append(column) }
    }
    var found: [Int?] = natural.indices.map { shown.contains($0) ? natural[$0] : nil }
    let cells = columns.indices.map { column in Self.counts(rows.lazy.map { DisplayWidth.of($0[column].text) }, upTo: natural[column]) }
    /// Takes from the column that has something to give and where the fewest cells are cut; of equal ones, from the widest.
    func shrink(to least: (Int) -> Int) {
      while room(shown, { found[$0] ?? 0 }) > width {
        let able = shown.filter { found[$0] ?? 0 > least($0) }
        func cost(_ column: Int) -> (Int, Int, Int) { (cells[column][found[column] ?? 0], -(found[column] ?? 0), column) }
        guard let cheapest = able.min(by: { cost($0) < cost($1) }) else { return }
        found[cheapest] = (found[cheapest] ?? 0) - 1
      }
    }
    shrink { columns[$0].isWhole ? natural[$0] : min(natural[$0], columns[$0].minimum) }
    shrink { columns[$0].isWhole ? natural[$0] : 1 }
    widths = found
  }

  /// For each width, how many cells have it or a larger one: so many are cut when a column becomes narrower than it.
  private static func counts(_ widths: some Sequence<Int>, upTo most: Int) -> [Int] {
    var counts = Array(repeating: 0, count: most + 1)
    for width in widths { counts[min(width, most)] += 1 }
    for width in stride(from: most - 1, through: 0, by: -1) { counts[width] += counts[width + 1] }
    return counts
  }

  /// One line, without spaces at its end.
  func line(_ cells: [Table.Cell], on terminal: Terminal) -> String {
    var line = ""
    var owed = 0
    for (index, cell) in cells.enumerated() {
      guard let width = widths[index] else { continue }
      let text = DisplayWidth.cut(cell.text, to: width)
      let space = max(0, width - DisplayWidth.of(text))
      if columns[index].isRight { owed += space }
      if !text.isEmpty {
        line += String(repeating: " ", count: owed) + terminal.text(text, cell.style)
        owed = 0
      }
      owed += Self.gap + (columns[index].isRight ? 0 : space)
    }
    return line
  }
}
