import Foundation
import TestKit
import TestTraits
import Testing

/// A place whose name changes, in a feed whose records have no keys, is found by its former ids.
@Suite(.waitsForPrograms) struct RenamedPlaceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (day, name) in [(1, "A"), (2, "B"), (3, "B"), (4, "C"), (5, "A")] {
      try folder.write(
        #"""
        {"food_venues":[{"name":"\#(name)","building":"Guild","lat":"53.4","lon":"-2.9","description":"Day \#(day / 3)",
        "opening_times":["","","","","","",""]}]}
        """#, to: "\(day)/liverpool/places/places.json")
    }
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(arguments + ["--store", "s.sqlite"], directory: folder.url)
  }

  private func replay(_ day: Int) throws -> String {
    let result = try run(
      "collect", "--replay", "\(day)", "--at", "2026-11-0\(day)T12:00:00Z", "--campus", "liverpool", "--format", "ndjson")
    #expect(result.status == 0, "\(result.error)")
    return result.out
  }

  private static func aliases(_ records: String...) -> String {
    #""aliases":[\#(records.map { "\"liverpool/places/\($0)-guild\"" }.joined(separator: ","))]"#
  }

  @Test func renamedPlaceIsFoundByFormerIDs() throws {
    #expect(try !replay(1).contains("aliases"))
    #expect(try run("favorites", "add", "liverpool/places/a-guild").status == 0)
    #expect(try replay(2).contains(Self.aliases("a")))
    for command in [["show"], ["explain"], ["history"]] {
      for record in ["a", "b"] {
        let result = try Program.run(command + ["liverpool/places/\(record)-guild", "--store", "s.sqlite"], directory: folder.url)
        // The old result is stale by now.
        #expect([0, 3].contains(result.status) && result.out.contains("B"), "\(command) \(record): \(result.out)\(result.error)")
      }
    }
    let explained = try run("explain", "liverpool/places/a-guild").out
    #expect(explained.contains("also known as liverpool/places/a-guild\nfrom liverpool/places, record b-guild, places /food_venues/0"))
    let favorites = try run("favorites")
    #expect(favorites.out.contains("B") && !favorites.out.contains("not in the catalog"), "\(favorites.out)\(favorites.error)")
    let difference = try run("diff", "latest~1", "latest")
    #expect(difference.status == 1 && difference.out.contains("renamed from “A” to “B”"), "\(difference.out)\(difference.error)")
    #expect(!difference.out.contains("is gone") && !difference.out.contains("is new"), "\(difference.out)")
  }

  @Test func formerIDsAccumulate() throws {
    _ = try replay(1)
    _ = try replay(2)
    #expect(try replay(2).contains(Self.aliases("a")), "the same recording once more")
    #expect(try replay(3).contains(Self.aliases("a")))
    #expect(try replay(4).contains(Self.aliases("a", "b")))
    #expect(try replay(5).contains(Self.aliases("b", "c")))
    let list = try run("snapshots", "--format", "json").out
    #expect(list.components(separatedBy: #""feed":"#).count == 6, "a result that is the same is none: \(list)")
    let again = try run("snapshots", "replay")
    #expect(again.status == 0, "\(again.out)\(again.error)")
    let lives = try ["a", "b", "c"].map { try run("history", "liverpool/places/\($0)-guild").out.split(separator: "\n").dropFirst() }
    #expect(lives[0] == lives[1] && lives[1] == lives[2])
    let life = lives[0].joined(separator: "\n")
    #expect(life.components(separatedBy: "first seen").count == 2 && life.components(separatedBy: "last seen").count == 2, "\(life)")
    #expect(life.contains("has another id, was liverpool/places/c-guild") && !life.contains("gone"), "\(life)")
    // Without a store there are no former ids.
    let alone = try Program.run(
      ["collect", "--replay", "5", "--campus", "liverpool", "--format", "ndjson"], directory: folder.url)
    #expect(alone.status == 0 && !alone.out.contains("aliases"))
    #expect(try run("snapshots", "verify").status == 0)
  }
}
