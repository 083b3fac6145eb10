import Testing

@testable import Commands

/// Tables whose texts are wrapped, not cut.
@Suite struct WrappedTableTests {
  private func lines(_ titles: [String], _ rows: [[String]], width: Int?) -> [String] {
    Table.wrapped(titles, rows, on: Terminal(width: width, hasColor: false))
  }

  private let settings = [
    ["campus", "all", "default", "campuses to read, separated by commas"], ["jobs", "4", "default", "how many feeds are read at once"],
    ["store", "/home/ann/.local/state/aggregate.sqlite", "default", "where results are stored"],
    ["quiet", "true", "default", "no summary"],
  ]

  @Test func wideTerminalHasOneLineForEachRow() {
    let lines = lines(["KEY", "VALUE"], [["a", "b c"], ["key two", "d"]], width: nil)
    #expect(lines == ["KEY      VALUE", "a        b c", "key two  d"])
  }

  /// One long word does not take space from the other columns: it extends to the end of its line.
  @Test func longWordsHaveTheRestOfTheLine() {
    #expect(
      lines(["SETTING", "VALUE", "FROM", "ABOUT"], settings, width: 60) == [
        "SETTING  VALUE  FROM     ABOUT",
        "campus   all    default  campuses to read, separated by",
        "                         commas",
        "jobs     4      default  how many feeds are read at once",
        "store    /home/ann/.local/state/aggregate.sqlite",
        "                default  where results are stored",
        "quiet    true   default  no summary",
      ])
  }

  @Test func addressesGetLinesOfTheirOwn() {
    #expect(
      lines(["FEED", "CAMPUS", "ADDRESS"], [["penn/dining", "University of Pennsylvania", "https://pennmobile.org/api/"]], width: 50) == [
        "FEED         CAMPUS                      ADDRESS",
        "penn/dining  University of Pennsylvania",
        "                       https://pennmobile.org/api/",
      ])
  }

  @Test(arguments: [30, 40, 50, 80, 120]) func nothingIsCut(_ width: Int) {
    let lines = lines(["SETTING", "VALUE", "FROM", "ABOUT"], settings, width: width)
    let words = lines.flatMap { $0.split(separator: " ") }.sorted()
    #expect(words == (["SETTING", "VALUE", "FROM", "ABOUT"] + settings.flatMap(\.self)).flatMap { $0.split(separator: " ") }.sorted())
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= max(width, 42) })
  }

  @Test func jsonIsBrokenAtCommasAndSpaces() {
    let json = #"{"a":"one two","b":[1,2,3]}"#
    #expect(Paragraph.lines(ofJSON: json, width: nil, indent: 2) == ["  " + json])
    #expect(Paragraph.lines(ofJSON: json, width: 16, indent: 2) == [#"  {"a":"one"#, #"  two","b":[1,2,"#, "  3]}"])
  }
}
