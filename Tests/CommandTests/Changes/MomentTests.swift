import Foundation
import TestKit
import TestTraits
import Testing

/// Comparing runs in a store (`diff latest~1 latest`), and `history`.
@Suite(.waitsForPrograms) struct MomentTests {
  private let folder: TemporaryFolder

  /// Three recordings of one feed become a history: a place is renamed, then gone.
  init() throws {
    folder = try TemporaryFolder()
    let replies = [Venues.reply("Hill House", "Falk"), Venues.reply("Hill House", "Falk Kosher"), Venues.reply("Hill House")]
    for (day, reply) in zip(10..., replies) {
      try folder.write(reply, to: "r\(day)/penn/dining/venues.json")
      let result = try run("--replay", "r\(day)", "--store", "s.sqlite", "--at", "2026-11-\(day)T12:00:00Z", "-q", "-o", "\(day).json")
      guard result.status == 0 else { throw CocoaError(.fileReadUnknown) }
    }
  }

  private func run(_ words: String...) throws -> Program.Result { try Program.run(words, directory: folder.url) }

  private func diff(_ old: String, _ new: String) throws -> Program.Result { try run("diff", old, new, "--store", "s.sqlite") }

  @Test func runsAreCompared() throws {
    #expect(try diff("latest~1", "latest").out.contains("BREAKING is gone"))
    #expect(try diff("latest~2", "latest~1").out.contains("renamed from “Falk” to “Falk Kosher”"))
    #expect(try diff("latest~2", "latest~2").status == 0)
    // Moments, with a file on one side.
    let changes = { (out: String) in out.split(separator: "\n").dropFirst() }
    #expect(try changes(diff("2026-11-11", "2026-11-12").out) == changes(diff("latest~2", "latest~1").out))
    #expect(try changes(diff("2026-11-10T12:00:00Z", "11.json").out) == changes(diff("latest~2", "latest~1").out))
    #expect(try diff("10.json", "latest~2").status == 0)
  }

  /// A partial run is not used as a run of everything; the message names the existing selection.
  @Test func runsWithDifferentSelection() throws {
    let result = try run("--replay", "r10", "--store", "part.sqlite", "--campus", "penn", "--at", "2026-11-10T12:00:00Z", "-q")
    #expect(result.status == 0)
    let all = try run("--as-of", "latest", "--store", "part.sqlite")
    #expect(all.status == 4)
    #expect(
      all.error.contains(
        "no run of all feeds; its newest run is from 2026-11-10 07:00 America/New_York (--campus penn; use the same options)"))
    #expect(try run("--as-of", "latest", "--store", "part.sqlite", "--campus", "penn").status == 0)
  }

  @Test func unknownMoments() throws {
    #expect(try diff("latest~3", "latest").status == 4)
    #expect(try diff("2026-11-01", "latest").status == 4)
    #expect(try diff("9999w", "latest").status == 4)
    #expect(try diff("soon", "latest").status == 65)
    let other = try run("diff", "latest~1", "latest", "--store", "none.sqlite")
    #expect(other.status == 4)
    #expect(!folder.names.contains("none.sqlite"))
  }

  @Test func sameRunIsSaid() throws {
    #expect(try diff("2026-11-13", "latest").error.contains("2026-11-13 and latest are the same run, that of 2026-11-12T12:00:00Z"))
  }

  @Test func historyOfEntry() throws {
    let text = try run("history", "penn/dining/2", "--store", "s.sqlite")
    #expect(text.status == 0)
    let lines = text.out.split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(lines[1].hasPrefix("Tue, Nov 10, 2026, 7 AM  first seen: Falk, "))
    #expect(lines[2] == "Wed, Nov 11, 2026, 7 AM  renamed from “Falk” to “Falk Kosher”")
    #expect(lines[3] == "Thu, Nov 12, 2026, 7 AM  BREAKING is gone")
    #expect(
      try run("history", "penn/dining/2", "--store", "s.sqlite", "--clock", "24").out.contains("Tue, Nov 10, 2026, 07:00  first seen: "))
    let json = try run("history", "penn/dining/2", "--store", "s.sqlite", "--format", "json").out
    let document = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let steps = try #require(document["steps"] as? [[String: Any]])
    #expect(steps.map { $0["event"] as? String } == ["first-seen", "changed", "gone"])
    #expect(try run("history", "penn/dining/1", "--store", "s.sqlite").out.contains("last seen"))
  }

  /// A name is that of the newest run that has it.
  @Test func historyByName() throws {
    #expect(try run("history", "hill house", "--store", "s.sqlite").out == run("history", "penn/dining/1", "--store", "s.sqlite").out)
    #expect(try run("history", "falk kosher", "--store", "s.sqlite").out == run("history", "penn/dining/2", "--store", "s.sqlite").out)
  }

  /// Words of a name are enough; several matches are listed with their ids.
  @Test func historyByWords() throws {
    #expect(try run("history", "hill", "--store", "s.sqlite").out == run("history", "penn/dining/1", "--store", "s.sqlite").out)
    #expect(try run("history", "kosher", "--store", "s.sqlite").out == run("history", "penn/dining/2", "--store", "s.sqlite").out)
  }

  @Test func unknownHistories() throws {
    #expect(try run("history", "penn/dining/77", "--store", "s.sqlite").status == 4)
    #expect(try run("history", "gmu/x/77", "--store", "s.sqlite").status == 4)
    #expect(try run("history", "Falc", "--store", "s.sqlite").status == 4)
  }
}
