import Foundation
import Testing

@testable import aggregate

/// Tables on narrow terminals, and with very wide cells.
@Suite struct NarrowTableTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [15, 20, 25, 30, 40, 60])
  func noLineIsWiderThanTheTerminal(_ columns: Int) throws {
    let commands = [
      ["list"], ["open"], ["near", "38.83,-77.307"], ["search", "cafe"], ["list", "--near", "38.83,-77.307"], ["events"], ["alerts"],
    ]
    for command in commands {
      let result = try Program.run(command + ["--sample"], environment: ["COLUMNS": "\(columns)"])
      #expect(result.status == 0)
      // Text under alerts is wrapped between words.
      let lines = result.out.split(separator: "\n").filter { command != ["alerts"] || !$0.hasPrefix("  ") }
      #expect(!lines.isEmpty && lines.allSatisfy { DisplayWidth.of(String($0)) <= columns }, "\(command): \(lines)")
    }
  }

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
    var random = SeededNumbers(seed)
    let columns = (0..<random.next(1...5)).map { index -> ShrinkingColumn in
      let cells = (0..<random.next(1...6)).map { _ in random.next(0...30) }
      let width = max(cells.max() ?? 0, random.next(1...8))
      return ShrinkingColumn(index: index, width: width, least: random.next(0...width), cells: cells)
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

  /// A linear congruential generator (Knuth, MMIX).
  private struct SeededNumbers {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next(_ range: ClosedRange<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int((state >> 33) % UInt64(range.count))
    }
  }
}
