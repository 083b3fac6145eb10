import Foundation
import TestKit
import Testing

/// `export --history`: the store as tables.
@Suite struct HistoryExportTests {
  private let history: History

  /// The places of the recordings are open on Mondays from 09:00 to 17:00. January 5 and 12 are Mondays.
  init() throws {
    history = try History()
    try history.record("first", ["town/a": ["Ash", "Birch"], "village/c": ["Chêne"]])
    try history.record("second", ["town/a": ["Ash", "Beech"], "village/c": ["Chêne"]])
    try history.replay("first", at: "2026-01-05T12:00:00Z")
    try history.replay("second", at: "2026-01-12T12:00:00Z")
  }

  private func export(_ arguments: String...) throws -> Program.Result {
    try history.run(["export", "--history"] + arguments, registry: nil)
  }

  private func rows(_ csv: String) -> [[String]] {
    csv.split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  @Test func aFolderHasAllTables() throws {
    let result = try export("--format", "csv", "-o", "out")
    #expect(result.status == 0 && result.out.isEmpty, "\(result.error)")
    let hours = rows(try history.folder.read("out/hours.csv"))
    #expect(
      hours.first == [
        "id", "campus", "day", "opens", "closes", "label", "state", "in_effect", "seen_first", "seen_last", "feed", "run", "opens_at",
        "closes_at", "time_zone",
      ])
    // Eight days, with both Mondays.
    #expect(hours.count { $0[0] == "town/a/p0" } == 8 && hours.count == 1 + 3 * 8)
    #expect(
      hours.filter { $0[0] == "village/c/p0" && $0[6] == "open" }.map { Array($0[2...4] + $0[12...]) } == [
        ["2026-01-05", "2026-01-05T09:00:00", "2026-01-05T17:00:00", "2026-01-05T08:00:00Z", "2026-01-05T16:00:00Z", "Europe/Paris"],
        ["2026-01-12", "2026-01-12T09:00:00", "2026-01-12T17:00:00", "2026-01-12T08:00:00Z", "2026-01-12T16:00:00Z", "Europe/Paris"],
      ])
    #expect(Set(hours.dropFirst().filter { $0[6] == "closed" }.map { Array($0[3...5]) }) == [["", "", ""]])
    let versions = rows(try history.folder.read("out/versions.csv"))
    #expect(
      versions.dropFirst().map { "\($0[0]) \($0[2]) \($0[9])" } == [
        "town/a/p1 Birch 1", "town/a/p0 Ash 1", "town/a/p1 Beech 2", "village/c/p0 Chêne 1",
      ])
    // The same table as that of the runs, but with the oldest first.
    let runs = rows(try history.run("runs", "--format", "csv", registry: nil).out)
    let exported = rows(try history.folder.read("out/runs.csv"))
    #expect(exported.first == runs.first && exported.count == 5)
    #expect(Set(exported) == Set(runs) && exported[1][0] == "1")
  }

  @Test func stdoutHasTheHours() throws {
    let csv = try export("--format", "csv", "-o", "out")
    #expect(csv.status == 0)
    #expect(try export("--format", "csv").out == history.folder.read("out/hours.csv"))
    let lines = try export("--format", "ndjson", "--campus", "village", "--since", "2026-01-12").out.split(separator: "\n")
    let first = try #require(lines.first)
    let row = try #require(JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
    #expect(lines.count == 1 && row["id"] as? String == "village/c/p0" && row["in_effect"] as? Bool == true && row["run"] as? Int == 1)
    #expect(row["label"] == nil)
    #expect(try export("--format", "ndjson", "--feed", "town/a").out.split(separator: "\n").count == 16)
  }

  @Test func aDatabaseHasAllTables() throws {
    #expect(try export("--format", "sqlite", "-o", "out.sqlite").status == 0)
    let counts = "SELECT (SELECT count(*) FROM hours WHERE in_effect = 1), (SELECT count(*) FROM versions), (SELECT count(*) FROM runs)"
    let result = try Shell.run("sqlite3 out.sqlite \"$1\"", [counts], directory: history.folder.url)
    #expect(result.out == "24|4|4\n", "\(result.error)")
  }

  @Test func optionsThatDoNotFit() throws {
    for arguments in [
      ["--format", "geojson"], ["--format", "csv", "--table", "places"], ["--format", "csv", "--feed", "town"], ["catalog.json"], [],
      ["--format", "csv", "--since", "soon"], ["--format", "csv", "--at", "18:00"],
    ] {
      let result = try history.run(["export", "--history"] + arguments, registry: nil)
      #expect(result.status == 64, "\(arguments): \(result.error)")
    }
    #expect(try history.run(["export", "catalog.json", "--format", "csv", "--feed", "town/a"], registry: nil).status == 64)
    try history.folder.write("", to: "file")
    #expect(try export("--format", "csv", "-o", "file").status == 5)
    #expect(try export("--format", "csv", "-o", "file/out").status == 5)
  }
}
