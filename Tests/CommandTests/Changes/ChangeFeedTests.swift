import Foundation
import TestKit
import TestTraits
import Testing

/// Feeds of changes for subscriptions: a change is reported once, however often the feed is written, and again if it happens again.
@Suite(.waitsForPrograms) struct ChangeFeedTests {
  private let history: History
  /// The feeds that the runs since the second one wrote, without the text before their entries.
  private var written: [String] = []

  private static func time(_ day: Int) -> String { "2026-01-0\(day)T12:00:00Z" }

  private static func entries(_ feed: String) -> String { feed.split(separator: "  <entry>\n", maxSplits: 1).dropFirst().joined() }

  private static func ids(_ entries: String) -> [Substring] { entries.split(separator: "\n").filter { $0.hasPrefix("    <id>") } }

  /// Five daily runs: of one campus, the name of a place changes back and forth; of another, a place has a new name each day.
  init() throws {
    history = try History()
    for (index, name) in ["Hall", "House", "House", "Hall", "House"].enumerated() {
      let day = index + 1
      try history.record("\(day)", ["town/a": [name, "Tower"], "village/c": ["Barn \(day)"]])
      var words = ["collect", "--replay", "\(day)", "--at", Self.time(day)]
      if day > 1 { words += ["--format", "atom", "--since", Self.time(1)] }
      let result = try history.run(words)
      #expect(result.status == 0, "\(result.error)")
      if day > 1 { written.append(Self.entries(result.out)) }
      try history.folder.write(history.asOf(Self.time(day)).out, to: "\(day).json")
    }
  }

  @Test func eachRunAddsItsChanges() throws {
    #expect(written.map { Self.ids($0).count } == [2, 3, 5, 7])
    for (earlier, later) in zip(written, written.dropFirst()) { #expect(later.hasSuffix(earlier)) }
    #expect(Set(Self.ids(written[3])).count == 7)
    let times = written[3].split(separator: "\n").filter { $0.hasPrefix("    <updated>") }
    #expect(times == [5, 5, 4, 4, 3, 2, 2].map { "    <updated>\(Self.time($0))</updated>" })
  }

  /// The same runs give the same entries, whichever command compares them.
  @Test func commandsAgree() throws {
    for (index, entries) in written.enumerated() {
      let (day, since) = (index + 2, ["--format", "atom", "--since", Self.time(1)])
      #expect(try Self.entries(history.run(["export", "\(day).json"] + since, registry: nil).out) == entries)
      #expect(try Self.entries(history.run(["collect", "--as-of", Self.time(day)] + since).out) == entries)
      #expect(try Self.entries(history.run(["diff", Self.time(1), Self.time(day), "--format", "atom"], registry: nil).out) == entries)
    }
    let town = try history.run(["diff", Self.time(3), "latest", "--format", "atom", "--campus", "town"], registry: nil)
    #expect(town.status == 1 && Self.ids(Self.entries(town.out)).count == 2, "what changed and changed back")
    let part = try history.run(["export", "5.json", "--format", "atom", "--since", Self.time(1), "--campus", "town"], registry: nil)
    #expect(Self.ids(Self.entries(part.out)).count == 3, "\(part.error)")
    #expect(try history.run(["diff", "latest", "latest", "--format", "atom"], registry: nil).status == 0)
  }

  /// Newer files with the same change do not report it again.
  @Test func filesWithSameChange() throws {
    func entries(_ words: String...) throws -> String {
      Self.entries(try history.run(words + ["--format", "atom", "--campus", "town"], registry: nil).out)
    }
    let first = try entries("export", "2.json", "--since", "1.json")
    #expect(Self.ids(first).count == 1)
    #expect(try entries("export", "3.json", "--since", "1.json") == first)
    #expect(try entries("diff", "1.json", "2.json") == first)
    #expect(try entries("diff", "1.json", "5.json") == first)
    #expect(try entries("export", "4.json", "--since", "1.json").isEmpty)
  }
}
