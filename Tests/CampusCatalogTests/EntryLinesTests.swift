import CampusCatalog
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

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

  #if os(Linux)
    /// 300,000 lines of less than 100 bytes each, with a limit of 160 MB.
    @Test func smallEntriesAreStoredCompactly() async {
      await #expect(processExitsWith: .success) {
        let entries = try Self.quotes(300_000)
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ").first.flatMap { UInt($0) } ?? 0
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        limit.rlim_cur = rlim_t(pages) * rlim_t(getpagesize()) + 160 << 20
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        let lines = EntryLines(entries)
        exit(lines.count == 300_000 && lines.bytes.count < 100 * 300_000 ? 0 : 1)
      }
    }
  #endif

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
