import TestKit
import Testing

@testable import CatalogExport

/// The widths of the columns of wide tables.
@Suite struct TableLayoutTests {
  /// A name of millions of characters takes linear time.
  @Test(.timeLimit(.minutes(1))) func wideCellIsShrunkAtOnce() throws {
    let wide = String(repeating: "n", count: 3_000_000)
    let columns: [Table.Column] = [
      .init(title: "NAME", minimum: 16), .init(title: "HOURS", minimum: 22), .init(title: "STATE", isWhole: true),
    ]
    let rows: [[Table.Cell]] = [[.init(wide), .init(wide), .init("open")], [.init("Hall"), .init("Open until 14:30"), .init("closed")]]
    let lines = Table(columns, rows).lines(on: Terminal(width: 80, hasColour: false))
    #expect(lines.map { DisplayWidth.of($0) }.max() == 80)
    // Almost wide enough for one of the two.
    let layout = TableLayout(columns, rows, width: 3_000_000)
    #expect(layout.line([.init("a"), .init("b"), .init("c")], on: Terminal(width: nil, hasColour: false)).hasSuffix("c"))
  }

  /// The same widths as with single steps, each taken where the fewest cells are cut, then from the widest column.
  @Test(arguments: 0..<200 as Range<UInt64>) func widthsMatchStepwiseShrinking(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let columns = (0..<Int.random(in: 1...5, using: &random)).map { index -> ShrinkingColumn in
      let cells = (0..<Int.random(in: 1...6, using: &random)).map { _ in Int.random(in: 0...30, using: &random) }
      let width = max(cells.max() ?? 0, Int.random(in: 1...8, using: &random))
      return ShrinkingColumn(index: index, width: width, least: Int.random(in: 0...width, using: &random), cells: cells)
    }
    for excess in 0..<columns.reduce(3, { $0 + $1.width - $1.least }) {
      #expect(
        ShrinkingColumn.shrink(columns, by: excess).map(\.width) == Self.steps(columns, excess), "seed \(seed), \(columns), \(excess)")
    }
  }

  private static func steps(_ columns: [ShrinkingColumn], _ excess: Int) -> [Int] {
    var widths = columns.map(\.width)
    for _ in 0..<excess {
      func cost(_ column: Int) -> (Int, Int, Int) { (columns[column].cells.count { $0 >= widths[column] }, -widths[column], column) }
      guard let column = columns.indices.filter({ widths[$0] > columns[$0].least }).min(by: { cost($0) < cost($1) }) else { break }
      widths[column] -= 1
    }
    return widths
  }
}
