import CampusCatalog
import Foundation
import TestKit
import Testing

/// The lines of many entries take memory by their size, not by their number.
@Suite struct EntryLinesTests {
  private static func quotes(_ count: Int, text: String = "a") throws -> [Entry] {
    let id = try #require(EntryID("a/b/c"))
    let feed = try #require(id.feed)
    let entry = Entry(
      id: id, campus: feed.campus, name: nil, sources: [SourceReference(feed: feed, record: "c")],
      details: .quote(Quote(text: text, author: nil)))
    return Array(repeating: entry, count: count)
  }

  /// 300,000 short lines, with a limit of 160 MB.
  @Test(.disabled(if: Sanitizer.isOn, "a sanitizer needs more memory")) func smallEntriesAreStoredCompactly() async throws {
    #expect(try await Command.run([Command.helper("MemoryProbe"), "lines"]).status == 0)
  }

  /// The lines are the same for entries of any sizes, in any order.
  @Test func linesOfAnySize() throws {
    let small = try Self.quotes(3000)
    let large = try Self.quotes(40, text: String(repeating: "b", count: 20_000))
    for entries in [small, large, small + large, large + small, small + large + small] {
      let lines = EntryLines(entries)
      #expect(lines.count == entries.count)
      #expect(lines.bytes == entries.flatMap { EntryLines([$0]).bytes })
      #expect(try lines.entries() == entries)
    }
    #expect(EntryLines([]).bytes.isEmpty)
  }

  /// An empty line before a line that is larger than a piece.
  @Test func emptyFirstLine() throws {
    let entries = try Self.quotes(1, text: String(repeating: "b", count: 200_000))
    let lines = EntryLines(bytes: [UInt8(ascii: "\n")] + EntryLines(entries).bytes, count: 2)
    #expect(try lines.entries() == entries)
  }
}
