import Testing

@testable import OpeningHours

@Suite("Tables of words") struct WordTableTests {
  private let table = WordTable(
    parsing: """
      # A comment: not a text.
      plain: Open
      open: Open until {time}: {time}
      places.one: {count} place
      places.other: {count} places
      lines: first\\nsecond
      broken: a {b
      no text
      """)

  @Test("A line is a key and its text")
  func lines() {
    #expect(table.texts.count == 6 && table.text("plain") == "Open" && table.text("lines") == "first\nsecond")
    #expect(table.text("missing {a}", ["a": "b"]) == "missing {a}" && table.text("broken", ["b": "c"]) == "a {b")
  }

  @Test("Values replace all their names, and are not searched for names themselves")
  func values() {
    #expect(table.text("open", ["time": "{time}"]) == "Open until {time}: {time}")
    #expect(table.text("places", count: 1) == "1 place" && table.text("places", count: 0) == "0 places")
    #expect(table.parts(of: "open") == [.literal("Open until "), .value("time"), .literal(": "), .value("time")])
  }
}
