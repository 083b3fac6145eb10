import Foundation
import SimdJSON
import TestKit
import TestTraits
import Testing

/// The formats of lists, their chosen members, and the file of `-o`.
@Suite(.waitsForPrograms) struct ListFormatTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) throws -> Program.Result {
    try Program.run(words, environment: ["HOME": folder.url.path], directory: folder.url)
  }

  /// Returns the cells of tab-separated values, with their escapes resolved.
  private func cells(_ text: String) -> [[String]] {
    text.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { cell in
        let marked = String(cell).replacing("\\\\", with: "\u{0}").replacing("\\t", with: "\t").replacing("\\n", with: "\n")
        return marked.replacing("\\r", with: "\r").replacing("\u{0}", with: "\\")
      }
    }
  }

  /// jq, which knows nothing of this program, computes the same table from the JSON lines.
  @Test(arguments: [
    ["open"], ["list"], ["near", "38.83,-77.307"], ["search", "cafe"], ["events", "--all"], ["alerts"], ["quotes"],
    ["show", "1920 commons"],
  ])
  func tablesAgreeWithLines(_ command: [String]) throws {
    let table = try run(command + ["--sample", "--format", "tsv"])
    let lines = try run(command + ["--sample", "--format", "ndjson"])
    #expect(table.status == 0 && lines.status == 0, "\(table.error)")
    let rows = cells(table.out)
    let columns = try #require(rows.first)
    #expect(columns.first == "id" && rows.count > 1)
    #expect(
      table.out.split(separator: "\n").allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == columns.count })
    try folder.write(lines.out, to: "lines.ndjson")
    let program = "[" + columns.map { ".\($0)" }.joined(separator: ",") + "] | map(if . == null then \"\" else tostring end)"
    let found = try Program.run(
      ["jq", "-c", program, "lines.ndjson"], directory: folder.url, executable: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(found.status == 0, "\(found.error)")
    let expected = try found.out.split(separator: "\n").map { try JSONDecoder().decode([String].self, from: Data($0.utf8)) }
    #expect(Array(rows.dropFirst()) == expected)
  }

  @Test(arguments: [
    ["campuses"], ["feeds"], ["adapters"], ["config", "show"], ["menu", "--sample"], ["favorites", "--sample"], ["doctor"],
  ])
  func otherListsAreTables(_ command: [String]) throws {
    let rows = cells(try run(command + ["--format", "tsv"]).out)
    #expect(Set(rows.map(\.count)).count == 1, "\(rows.prefix(3))")
    if command[0] != "menu" {
      // As many as elements of the document.
      let lines = try run(command + ["--format", "ndjson"]).out.split(separator: "\n")
      #expect(lines.count == rows.count - 1)
    }
  }

  @Test func chosenColumnsAndMembers() throws {
    let table = try run(["show", "--sample", "penn/dining/593", "--format", "tsv", "--fields", "status.state,name"])
    #expect(table.out == "status.state\tname\nopen\t1920 Commons\n", "\(table.out)\(table.error)")
    let line = try run(["list", "--sample", "--campus", "penn", "--limit", "1", "--format", "ndjson", "--fields", "name"])
    #expect(line.out.contains(#""kind":"place","name":"#) && !line.out.contains("campus"), "\(line.out)")
    let feeds = try run(["feeds", "--format", "ndjson", "--fields", "adapter"])
    #expect(feeds.out.contains(#"{"id":"gmu/whats-open","adapter":"whats-open"}"#), "\(feeds.out)")
    let dishes = try run(["menu", "--sample", "--format", "tsv", "--fields", "dish,place_name"])
    #expect(dishes.out.hasPrefix("dish\tplace_name\n") || dishes.status == 64, "\(dishes.out.prefix(80))\(dishes.error)")
  }

  @Test(arguments: [
    (["list", "--sample", "--json", "--fields", "naem"], #"unknown field "naem"; did you mean "name"?"#),
    (["list", "--sample", "--fields", "name"], "--fields needs --format json, ndjson or tsv"),
    (["campuses", "--format", "tsv", "--fields", "nme"], #"unknown field "nme"; did you mean "name"?"#),
  ])
  func wrongFieldsAreRefused(_ command: [String], _ message: String) throws {
    let result = try run(command)
    #expect(result.status == 64 && result.out.isEmpty && result.error.contains(message), "\(result.error)")
  }

  @Test(arguments: [
    ["list", "--sample", "--json"], ["show", "penn/dining/593", "--sample"], ["explain", "penn/dining/593", "--sample"],
    ["schema", "list"],
    ["feeds", "--format", "tsv"], ["menu", "--sample", "--format", "csv"], ["completion", "bash"],
  ])
  func filesHaveTheSameBytes(_ command: [String]) throws {
    let shown = try run(command)
    let written = try run(command + ["-o", "answer"])
    #expect(written.status == shown.status && written.out.isEmpty && written.error == shown.error, "\(written.error)")
    #expect(try folder.read("answer") == shown.out)
    #expect(try run(command + ["-o", "-"]).out == shown.out)
  }

  /// A command without an answer leaves a file as it was, and no command overwrites a database.
  @Test func failuresLeaveFiles() throws {
    try folder.write("before", to: "answer")
    #expect(try run(["show", "nobody-of-this-name", "--sample", "-o", "answer"]).status == 4)
    #expect(try folder.read("answer") == "before")
    try folder.write("SQLite format 3\u{0}", to: "data.sqlite")
    let refused = try run(["list", "--sample", "-o", "data.sqlite"])
    #expect(refused.status == 64 && refused.error.contains("SQLite database"), "\(refused.status) \(refused.error)")
    let missing = try run(["list", "--sample", "-o", "no/such/folder/x"])
    #expect(missing.status == 5 && missing.error.contains("export.io"), "\(missing.status) \(missing.error)")
  }

  /// A catalog file that was old at the moment of the question says so.
  @Test func oldCatalogsSaySo() throws {
    let written = try run(["--sample", "-o", "old.json", "-q"])
    #expect(written.status == 0, "\(written.error)")
    let now = try run(["open", "--catalog", "old.json"])
    #expect(now.error.contains("days old (generated 2026-11-21 12:00") || now.error.contains("old (generated 2026-11-21"), "\(now.error)")
    let then = try run(["open", "--catalog", "old.json", "--at", "2026-11-22T10:00:00Z"])
    #expect(!then.error.contains("old (generated"), "\(then.error)")
  }
}
