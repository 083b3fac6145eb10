import TestKit
import Testing

@testable import Commands

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("Café", 4), ("Cafe\u{301}", 4), ("北京", 4), ("ｱｲ", 2), ("ＡＢ", 4), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("😀", 2),
    ("👩‍🍳", 2), ("👍🏽", 2), ("🇺🇸", 2), ("❤️", 2), ("❤", 1), ("a\u{200B}b", 2), ("שלום", 4), ("ไทย", 3), ("กิ", 1), ("…", 1), ("—", 1), ("1️⃣", 2),
    ("\u{20000}", 2), ("é\u{302}\u{303}", 1),
  ])
  func widthOfText(_ text: String, _ width: Int) { #expect(DisplayWidth.of(text) == width) }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""), ("北京大学", 8, "北京大学"), ("北京大学", 7, "北京大…"),
    ("北京大学", 6, "北京…"), ("北京大学", 2, "…"), ("👩‍🍳👩‍🍳👩‍🍳", 5, "👩‍🍳👩‍🍳…"), ("Cafe\u{301} Bar", 5, "Cafe\u{301}…"), ("ab cd", 4, "ab…"),
  ])
  func textIsCut(_ text: String, _ width: Int, _ expected: String) {
    #expect(DisplayWidth.cut(text, to: width) == expected)
    #expect(DisplayWidth.of(DisplayWidth.cut(text, to: width)) <= width)
  }

  private static let words = ["北京", "Café", "😀", "👩‍🍳", "e\u{301}", "x", "Dining", "Hall", "…", "שלום", "\u{1B}[31m", "a\nb"]

  /// No line is wider than the terminal, and columns are aligned.
  @Test(arguments: Budget.seeds(15))
  func tablesFit(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func text() -> String {
      (0..<Int.random(in: 0...6, using: &generator)).map { _ in Self.words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
    }
    let columns: [Table.Column] = [
      .init(title: "A"), .init(title: "B", isWhole: true), .init(title: "C", isRight: true), .init(title: "D", rank: 2),
      .init(title: "E", rank: 1),
    ]
    let rows = (0..<12).map { _ in [Table.Cell("x" + text()), .init("open", .good), .init("12 m"), .init(text()), .init(text())] }
    for width in [20, 40, 80, 200] {
      let lines = Table.lines(columns, rows, on: Terminal(width: width, hasColor: false))
      #expect(lines.count == 13)
      #expect(
        lines.allSatisfy { DisplayWidth.of($0) <= width && !$0.hasSuffix(" ") && !$0.contains("\u{1B}") }, "seed \(seed), width \(width)")
      let starts = Set(
        lines.dropFirst().map { line in DisplayWidth.of(String(line[..<(line.firstRange(of: "open")?.lowerBound ?? line.startIndex)])) })
      #expect(starts.count == 1, "seed \(seed), width \(width)")
    }
    let wide = Table.lines(columns, rows, on: Terminal(width: nil, hasColor: false))
    #expect(!wide.joined().contains("…") || rows.contains { $0.contains { $0.text.contains("…") } })
    let colored = Table.lines(columns, rows, on: Terminal(width: 80, hasColor: true)).joined()
    #expect(colored.contains("\u{1B}[32mopen\u{1B}[0m") && !colored.contains("[31m\u{1B}"))
  }

  @Test func paragraphsBreakAtSpaces() {
    #expect(Paragraph.lines("one two three\nfour", width: 9) == ["one two", "three", "four"])
    #expect(Paragraph.lines("北京 大学 x", width: 7, indent: 2) == ["  北京", "  大学", "  x"])
    #expect(Paragraph.lines("averylongword b", width: 5) == ["averylongword", "b"])
    #expect(Paragraph.lines("", width: 5).isEmpty)
  }
}
