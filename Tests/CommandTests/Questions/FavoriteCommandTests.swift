import Foundation
import TestKit
import TestTraits
import Testing

@Suite(.waitsForPrograms) struct FavoriteCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(arguments + ["--store", "s.sqlite"], directory: folder.url)
  }

  @Test func addListAndRemove() throws {
    let added = try run("favorites", "add", "penn/dining/593", "ike's", "--sample")
    #expect(added.status == 0 && added.out.isEmpty)
    #expect(added.error.contains("1920 Commons (penn/dining/593) is now a favorite") && added.error.contains("gmu/whats-open/ikes"))
    let again = try run("favorites", "add", "penn/dining/593", "--sample")
    #expect(again.status == 0 && again.error.contains("is already a favorite"))
    let list = try run("favorites", "--sample")
    #expect(list.out.split(separator: "\n").map { $0.prefix(8) } == ["NAME    ", "1920 Com", "Ike's   "])
    #expect(try run("list", "--favorites", "--sample", "--category", "dining-hall", "--campus", "penn").out.contains("1920 Commons"))
    #expect(try run("open", "--favorites", "--sample", "--at", "2026-11-21T23:30:00-05:00").out.split(separator: "\n").count == 2)
    let elsewhere = try run("favorites", "--sample", "--campus", "gmu")
    #expect(elsewhere.out.contains("Ike's") && !elsewhere.out.contains("1920 Commons"), "favorites of other campuses are not reported")
    #expect(try Program.run(["--sample", "--campus", "gmu", "-q", "-o", "gmu.json"], directory: folder.url).status == 0)
    #expect(try run("favorites", "--catalog", "gmu.json").out.contains("penn/dining/593  1920 Commons  not in the catalog now"))
    let lines = try run("favorites", "--catalog", "gmu.json", "--format", "ndjson")
    #expect(lines.out.split(separator: "\n").count == 1 && lines.out.hasPrefix(#"{"id":"gmu/whats-open/ikes""#))
    #expect(lines.error.contains("penn/dining/593  1920 Commons  not in the catalog now"))
    let removed = try run("favorites", "remove", "penn/dining/593")
    #expect(removed.status == 0 && removed.error.contains("no longer a favorite: 1920 Commons (penn/dining/593)"))
    let missing = try run("favorites", "remove", "penn/dining/593")
    #expect(missing.status == 0 && missing.error.contains("nothing to remove"))
    #expect(try run("favorites", "remove", "IKE'S").error.contains("gmu/whats-open/ikes"), "by its name, without a catalog")
    #expect(try run("favorites", "--sample").error.contains("no favorites yet"))
  }

  /// Two feeds of one campus that may have a place in common.
  private func record(_ name: String, merged: Bool) throws {
    try folder.write(
      #"""
      {"campuses":[{"id":"a","name":"A","timeZone":"America/New_York"}],
       "feeds":[{"id":"a/first","adapter":"penn","addresses":{"venues":"https://a.example/"},"priority":2},
                {"id":"a/second","adapter":"penn","addresses":{"venues":"https://b.example/"},"priority":\#(merged ? 3 : 1)}],
       "links":[\#(merged ? #"{"same":["a/first/1","a/second/1"]}"# : "")]}
      """#, to: "registry.json")
    for feed in ["first", "second"] {
      try folder.write(Venues.reply("\(name) \(feed)"), to: "replies/a/\(feed)/venues.json")
    }
  }

  @Test func favoritesSurviveMergesAndRenames() throws {
    let source = ["--replay", "replies", "--config", "registry.json", "--store", "s.sqlite"]
    func ask(_ words: String...) throws -> Program.Result { try Program.run(words + source, directory: folder.url) }
    try record("Hill", merged: false)
    #expect(try ask("favorites", "add", "a/first/1").status == 0)
    #expect(try ask("favorites").out.contains("Hill first"))
    try record("Valley", merged: true)
    let merged = try ask("favorites")
    #expect(merged.out.contains("Valley second") && merged.out.contains("a/second/1"), "\(merged.out)\(merged.error)")
    #expect(!merged.out.contains("not in the catalog"))
    #expect(try ask("favorites", "add", "a/second/1").error.contains("already"))
    #expect(try ask("list", "--favorites").out.contains("Valley second"))
    #expect(try ask("favorites", "remove", "a/second/1").error.contains("no longer a favorite"))
    #expect(try ask("favorites").error.contains("no favorites yet"))
  }
}
