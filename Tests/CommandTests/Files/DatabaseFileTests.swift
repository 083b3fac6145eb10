import Foundation
import TestKit
import TestTraits
import Testing

/// The database of `--format sqlite` as a file: whole, read-only, and replaceable.
@Suite(.waitsForPrograms) struct DatabaseFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    #expect(try Program.run(["--sample", "-q", "-o", "catalog.json"], directory: folder.url).status == 0)
  }

  private func export(_ options: String..., environment: [String: String] = [:]) throws -> Program.Result {
    try Program.run(["export", "catalog.json", "--format", "sqlite"] + options, environment: environment, directory: folder.url)
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.url.appendingPathComponent(name)) }

  private func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
  }

  /// Runs SQLite's own program.
  private func shell(_ file: String, _ sql: String) throws -> String {
    let result = try Program.run(
      ["sqlite3", "-readonly", "-batch", file, sql], directory: folder.url, executable: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(result.status == 0, "\(result.error)")
    return result.out
  }

  @Test func fileIsReadOnlyAndIsReplaced() throws {
    for _ in 0..<2 {
      #expect(try Shell.run(#"umask 022; "$aggregate" export catalog.json --format sqlite -o out"#, directory: folder.url).status == 0)
      #expect(try mode("out") == 0o444)
    }
    // It replaces any other file, and may be replaced by one.
    try folder.write("mine", to: "private")
    chmod(folder.path("private"), 0o640)
    #expect(try export("-o", "private").status == 0)
    #expect(try mode("private") == 0o440)
    #expect(try bytes("private") == bytes("out"))
    #expect(try Program.run(["--sample", "-q", "-o", "out"], directory: folder.url).status == 0)
    #expect(try folder.read("out").hasPrefix("{"))
    #expect(folder.names == ["catalog.json", "out", "private"])
  }

  @Test func allWaysGiveTheSameBytes() throws {
    let script = """
      mkdir temporary
      export TMPDIR=$PWD/temporary
      "$aggregate" export catalog.json --format sqlite -o file &&
      "$aggregate" export catalog.json --format sqlite >stdout &&
      "$aggregate" export - --format sqlite <catalog.json | cat >pipe &&
      "$aggregate" --sample -q --format sqlite -o run &&
      "$aggregate" --sample -q --format sqlite | cat >piped-run &&
      "$aggregate" export catalog.json --format sqlite -o /dev/null &&
      rmdir temporary
      """
    #expect(try Shell.run(script, directory: folder.url).status == 0)
    let file = try bytes("file")
    for name in ["stdout", "pipe", "run", "piped-run"] { #expect(try bytes(name) == file, "\(name)") }
    #expect(folder.names == ["catalog.json", "file", "pipe", "piped-run", "run", "stdout"])
  }

  @Test func otherDatabasesAreNotReplaced() throws {
    let history = try History()
    try history.record("one", ["town/a": ["Library"]])
    try history.replay("one", at: "2026-01-01T12:00:00Z")
    try FileManager.default.copyItem(atPath: history.folder.path(), toPath: folder.path())
    let before = try bytes("store.sqlite")
    #expect(try export("-o", "export").status == 0)
    for name in ["store.sqlite", "export-journal", "export-wal"] {
      let result = try export("-o", name)
      #expect(result.status == 64 && result.error.contains(name), "\(name): \(result.error)")
    }
    // The path of a store is refused even if there is an export.
    let other = try export("-o", "export", "--store", "export")
    #expect(other.status == 64, "\(other.error)")
    #expect(try bytes("store.sqlite") == before)
  }

  @Test(arguments: ["", "> out"]) func fileThatCannotBeWrittenLeavesNothing(_ redirection: String) throws {
    try folder.write("mine", to: "kept")
    let target = redirection.isEmpty ? "-o kept" : redirection
    let script = """
      mkdir temporary
      export TMPDIR=$PWD/temporary
      ulimit -f 40
      "$aggregate" export catalog.json --format sqlite \(target)
      status=$?
      rmdir temporary || exit 1
      exit $status
      """
    let result = try Shell.run(script, directory: folder.url)
    #expect(result.status == 5 && result.error.contains("File too large") && result.error.contains("TMPDIR"), "\(result.error)")
    #expect(try folder.read("kept") == "mine")
    #expect(folder.names.allSatisfy { !$0.contains(".part") })
  }

  @Test func malformedCatalogLeavesNothing() throws {
    let text = try folder.read("catalog.json")
    try folder.write(text.replacingOccurrences(of: #""kind":"quote""#, with: #""kind":"quiet""#), to: "catalog.json")
    let result = try export("-o", "out")
    #expect(result.status == 65 && result.error.contains("catalog.json:"), "\(result.error)")
    #expect(folder.names == ["catalog.json"])
  }

  @Test func shellOfSQLiteReadsTheFile() throws {
    #expect(try export("-o", "out", "--campus", "gmu", "--kind", "place").status == 0)
    #expect(try shell("out", "PRAGMA integrity_check; PRAGMA application_id; PRAGMA user_version") == "ok\n1634165858\n1\n")
    #expect(
      try shell("out", "SELECT value FROM about WHERE key = 'contents'") == "Entries of these campuses: gmu; of these kinds: place.\n")
    #expect(try shell("out", ".schema places").contains("  latitude REAL, -- degrees north, WGS 84\n"))
    #expect(try shell("out", "SELECT DISTINCT kind, campus FROM entries; SELECT id FROM feeds") == "place|gmu\ngmu/whats-open\n")
    // Its dump as SQL gives the same tables and indexes.
    let script = "sqlite3 -readonly out .dump | sqlite3 copy && sqlite3 copy .dump >copy.sql && sqlite3 out .dump | diff - copy.sql"
    let result = try Shell.run(script, directory: folder.url)
    #expect(result.status == 0, "\(result.out) \(result.error)")
    let examples = [
      "words": "|Café [Arlington]|«Café» [Arlington]\n", "box": "gmu/whats-open/ikes|Ike's|38.8289|-77.3023\n",
      "hours of a week": "2026-11-26|th|closed|\n2026-11-27|fr|open|10:00-14:00\n",
      "open at a moment": "gmu/whats-open/fenwick-library|Fenwick Library|closed\ngmu/whats-open/ikes|Ike's|open\n",
    ]
    for (example, expected) in examples {
      let sql = try shell("out", "SELECT sql FROM examples WHERE name = '\(example)'")
      #expect(try shell("out", sql).contains(expected), "\(example)")
    }
  }
}
