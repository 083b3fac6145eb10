import TestKit
import Testing

@testable import Commands

/// The widths of the columns of wide tables.
@Suite struct TableLayoutTests {
  /// A name of millions of characters takes linear time.
  @Test(.timeLimit(.minutes(15))) func wideCellIsShrunkAtOnce() throws {
    let wide = String(repeating: "n", count: 3_000_000)
    let columns: [Table.Column] = [
      .init(title: "NAME", minimum: 16), .init(title: "HOURS", minimum: 22), .init(title: "STATE", isWhole: true),
    ]
    let rows: [[Table.Cell]] = [[.init(wide), .init(wide), .init("open")], [.init("Hall"), .init("Open until 14:30"), .init("closed")]]
    let lines = Table.lines(columns, rows, on: Terminal(width: 80, hasColor: false))
    #expect(lines.map { DisplayWidth.of($0) }.max() == 80)
    // Almost wide enough for one of the two.
    let layout = TableLayout(columns, rows, width: 300_000)
    #expect(layout.line([.init("a"), .init("b"), .init("c")], on: Terminal(width: nil, hasColor: false)).hasSuffix("c"))
  }

  /// A wrapped name is above the line of an id that needs the whole width, and has at most three lines.
  @Test func wrappedNamesAndIDsAreApart() {
    let columns: [Table.Column] = [
      .init(title: "NAME", wraps: true), .init(title: "HOURS", isWhole: true), .init(title: "ID", minimum: 6, isNeverCut: true),
    ]
    let id = "a/bcdefghi/a-place-with-an-id-as-wide-as-this"
    let name = "one two three four five six seven eight nine"
    let rows: [[Table.Cell]] = [[.init(name), .init("Open until 15:00"), .init(id)], [.init("Inn"), .init("Closed"), .init("a/b/1")]]
    let lines = Table.lines(columns, rows, on: Terminal(width: 45, hasColor: false))
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 45 }, "\(lines)")
    #expect(lines.contains(id), "\(lines)")
    let narrow = Table.lines([.init(title: "NAME", wraps: true)], [[.init(name)]], on: Terminal(width: 10, hasColor: false))
    #expect(narrow == ["NAME", "one two", "three four", "five six…"])
  }

  /// A name continues on the separate line of its id, if there is room.
  @Test func namesContinueBesideIDs() {
    let columns: [Table.Column] = [
      .init(title: "NAME"), .init(title: "HOURS", isWhole: true), .init(title: "ID", minimum: 12, isNeverCut: true),
    ]
    func row(_ name: String, _ id: String) -> [Table.Cell] { [.init(name), .init("Open until 15:00"), .init(id)] }
    let rows = [row("Hall", "a/b/hall-001"), row("Inn", "a/b/hall-002"), row("The Patriots' Shop", "a/b/the-shop-of-the-patriots-1")]
    #expect(
      Table.lines(columns, rows, on: Terminal(width: 46, hasColor: false)).suffix(3) == [
        "Inn             Open until 15:00  a/b/hall-002",
        "The Patriots'   Open until 15:00",
        "Shop            a/b/the-shop-of-the-patriots-1",
      ])
  }
}
