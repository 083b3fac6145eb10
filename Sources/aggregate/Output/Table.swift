/// Aligned columns for people.
enum Table {
  /// - Parameters:
  ///   - header: one word a column.
  ///   - rows: as many cells as the header; the last column is not padded.
  static func text(_ header: [String], _ rows: [[String]]) -> String {
    let lines = [header] + rows
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
      zip(cells, widths).enumerated().map { column, cell in
        column == cells.count - 1 ? cell.0 : cell.0 + String(repeating: " ", count: cell.1 - cell.0.count)
      }.joined(separator: "  ") + "\n"
    }.joined()
  }
}
