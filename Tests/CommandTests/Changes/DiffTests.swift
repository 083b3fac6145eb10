import Foundation
import TestKit
import TestTraits
import Testing

/// `diff` on files, run as a user would.
@Suite(.waitsForPrograms) struct DiffTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let sample = try Program.run(["--sample", "-q"]).out
    try folder.write(sample, to: "old.json")
    try folder.write(
      sample.replacing(#""name":"1920 Commons""#, with: #""name":"1920 \u001b[31mCommons""#)
        .replacing(#""category":"gym""#, with: #""category":"library""#)
        .replacing(#""generatedAt":"2026-11-21T17:00:00Z""#, with: #""generatedAt":"2026-11-22T17:00:00Z""#), to: "new.json")
  }

  private func run(_ words: String...) throws -> Program.Result { try Program.run(words, directory: folder.url) }

  @Test func exitCodes() throws {
    #expect(try run("diff", "old.json", "old.json").status == 0)
    #expect(try run("diff", "old.json", "new.json").status == 1)
    #expect(try run("diff", "old.json", "new.json", "--only", "breaking").status == 0)
    #expect(try run("diff", "old.json", "new.json", "--campus", "liverpool").status == 0)
    #expect(try run("diff", "old.json", "none.json").status == 65)
    #expect(try run("diff", "old.json", "new.json", "--only", "grave").status == 64)
    #expect(try run("diff", "-", "-").status == 64)
  }

  /// Control characters in a name do not reach a terminal.
  @Test func controlCharactersAreEscaped() throws {
    let result = try run("diff", "old.json", "new.json")
    #expect(result.out.contains("renamed from"))
    #expect(!result.out.contains("\u{1B}"))
  }

  private static let filters = [["--campus", "penn"], ["--feed", "penn/dining"], ["--kind", "place"], ["--only", "routine"]]

  @Test(arguments: filters) func jsonPatchRefusesFilters(_ filter: [String]) throws {
    let result = try Program.run(["diff", "old.json", "new.json", "--format", "json-patch"] + filter, directory: folder.url)
    #expect(result.status == 64)
    #expect(result.error.contains(filter[0]))
  }

  /// Filtered JSON has the filter, and no literal part.
  @Test(arguments: filters) func filteredJSON(_ filter: [String]) throws {
    let all = ["diff", "old.json", "new.json", "--format", "json"]
    let result = try Program.run(all + filter + ["-o", "some.json"], directory: folder.url)
    #expect(result.status == 1)
    let document = try #require(try JSONSerialization.jsonObject(with: Data(folder.read("some.json").utf8)) as? [String: Any])
    #expect(document["literal"] == nil)
    let key = ["--campus": "campuses", "--feed": "feeds", "--kind": "kinds", "--only": "only"][filter[0]] ?? ""
    #expect(document["filter"] as? [String: [String]] == [key: [filter[1]]])
  }

  /// Remarks on feeds have no rank, so they are not changes of one.
  @Test func onlyIgnoresChurnedIDs() throws {
    let old = try folder.read("old.json")
    try folder.write(old.replacing("penn/dining/", with: "penn/dining/9"), to: "churned.json")
    #expect(try run("diff", "old.json", "churned.json").out.contains("not comparable by id"))
    for words in [["--only", "breaking"], ["--kind", "alert"]] {
      let result = try Program.run(["diff", "old.json", "churned.json"] + words, directory: folder.url)
      #expect(result.status == 0 && result.out.contains("\nNo matching changes.\n"), "\(words): \(result.out)")
      #expect(result.error.contains("other changed entries are hidden by the options"), "\(result.error)")
    }
    #expect(try run("diff", "old.json", "churned.json", "--only", "suspicious").status == 1)
  }

  @Test func onlyIsRepeatable() throws {
    let both = try run("diff", "old.json", "new.json", "--only", "suspicious", "--only", "routine")
    #expect(both.status == 1 && both.out.contains("category library") && both.out.contains("renamed"))
    let one = try run("diff", "old.json", "new.json", "--only", "suspicious")
    #expect(one.out.contains("category library") && !one.out.contains("renamed"))
    let first = try #require(both.out.firstRange(of: "category library")?.lowerBound)
    let second = try #require(both.out.firstRange(of: "renamed")?.lowerBound)
    #expect(first < second, "suspicious changes come first: \(both.out)")
  }

  /// Text is wrapped to the width, and has colors only on a terminal.
  @Test func wrapping() throws {
    let result = try Program.run(["diff", "old.json", "new.json"], environment: ["COLUMNS": "60"], directory: folder.url)
    #expect(result.out.split(separator: "\n").allSatisfy { $0.count <= 60 }, "\(result.out)")
    #expect(!result.out.contains("\u{1B}"))
  }

  @Test(arguments: [("campus", "gmu"), ("campus", "penn")]) func timesAreLocal(_ option: String, _ id: String) throws {
    let result = try run("diff", "old.json", "new.json", "--\(option)", id)
    #expect(
      result.out.hasPrefix("Changes from old.json (Sat, Nov 21, 2026, 12 PM) to new.json (Sun, Nov 22, 2026, 12 PM): "), "\(result.out)")
    let chosen = try run("diff", "old.json", "new.json", "--\(option)", id, "--clock", "24")
    #expect(chosen.out.hasPrefix("Changes from old.json (Sat, Nov 21, 2026, 12:00) to new.json "), "\(chosen.out)")
  }

  /// Names that look the same but have different bytes are a change in every format.
  @Test(arguments: ["text", "json", "json-patch", "markdown", "atom"]) func changedUnicodeForm(_ format: String) throws {
    let old = try folder.read("old.json").replacing(#""name":"1920 Commons""#, with: "\"name\":\"Caf\u{E9}\"")
    try folder.write(old, to: "composed.json")
    try folder.write(old.replacing("Caf\u{E9}", with: "Cafe\u{301}"), to: "decomposed.json")
    #expect(try folder.read("composed.json").utf8.count < folder.read("decomposed.json").utf8.count)
    #expect(try run("diff", "composed.json", "decomposed.json", "--format", format).status == 1)
    #expect(try run("diff", "decomposed.json", "composed.json", "--format", format).status == 1)
    #expect(try run("diff", "composed.json", "composed.json", "--format", format).status == 0)
  }

  /// The layout of a file is not a change.
  @Test(arguments: ["text", "json", "json-patch", "markdown", "atom"]) func otherLayoutIsNoChange(_ format: String) throws {
    let catalog = try JSONSerialization.jsonObject(with: Data(folder.read("old.json").utf8))
    let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys]
    try folder.write(String(decoding: JSONSerialization.data(withJSONObject: catalog, options: options), as: UTF8.self), to: "pretty.json")
    #expect(try run("diff", "old.json", "pretty.json", "--format", format).status == 0)
    #expect(try run("diff", "pretty.json", "new.json", "--format", format).status == 1)
  }

  /// NDJSON has no feeds, so it cannot be compared, and the message has advice.
  @Test func entriesAloneAreRefused() throws {
    try folder.write(Program.run(["--sample", "-q", "--format", "ndjson"]).out, to: "entries.ndjson")
    let result = try run("diff", "old.json", "entries.ndjson")
    #expect(result.status == 65 && result.error.contains("NDJSON") && result.error.contains("--format json"), "\(result.error)")
  }

  @Test func schemaIsPrinted() throws { #expect(try run("schema", "diff").out.contains("campus-diff/1")) }
}
