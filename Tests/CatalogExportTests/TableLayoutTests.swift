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
    let lines = Table.lines(columns, rows, on: Terminal(width: 80, hasColour: false))
    #expect(lines.map { DisplayWidth.of($0) }.max() == 80)
    // Almost wide enough for one of the two.
    let layout = TableLayout(columns, rows, width: 300_000)
    #expect(layout.line([.init("a"), .init("b"), .init("c")], on: Terminal(width: nil, hasColour: false)).hasSuffix("c"))
  }
}
