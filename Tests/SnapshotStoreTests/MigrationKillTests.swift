import FeedKit
import Foundation
import GRDB
import TestKit
@testable import SnapshotStore
import Testing

/// A program that is killed while it migrates a file: the migration is complete or not done at all.
@Suite(.enabled(if: Tracing.isAllowed, Tracing.reason)) struct MigrationKillTests {
  @Test(arguments: [1, 2, 3]) func migrationSurvivesKillsAtAnyWrite(version: Int) async throws {
    let folder = try TemporaryFolder()
    let original = folder.path("original.sqlite")
    let sample = try HistorySample("penn/dining")
    let stream = try HistorySample("everywhere/quotes")
    try EarlierStore.write(
      [
        (try sample.update(try sample.lines(["1": "One", "2": "Two"]), at: 0), false),
        (try sample.update(try sample.lines(["1": "One!", "3": "Three"]), at: 60), false),
        (try stream.update(try stream.lines(["q": "Quote"]), at: 120, isStream: true), true),
      ], version: version, to: original)
    try copy(original, to: folder.path())
    let expected = try await answers(folder.path())
    var killed = 0
    for call in ["pwrite64", "fdatasync", "ftruncate", "/^unlink"] {
      var count = 1
      while true {
        try copy(original, to: folder.path())
        let trace = folder.path("trace")
        let result = try await Tool.run([
          "strace", "-f", "-q", "-o", trace, "-e", "trace=\(call)", "-e", "inject=\(call):signal=KILL:when=\(count)", Tool.torture, "open",
          folder.path(),
        ])
        // A kill may cost at most one repetition.
        guard result.status != 0 else { break }
        killed += 1
        let (reached, tables) = try look(folder.path())
        #expect(reached == version || reached == Schema.version, "\(call) \(count)")
        let added = ["run", "change", "stream_entry", "watch"].filter { tables.contains($0) }
        #expect(added.count == (reached >= 3 ? 4 : 0), "\(call) \(count): \(added)")
        #expect(tables.contains("content_hash") == (reached >= 4), "\(call) \(count)")
        #expect(tables.contains("favorite") == (reached >= 2), "\(call) \(count)")
        #expect(try await answers(folder.path()) == expected, "\(call) \(count)")
        count += Budget.isSoak ? 1 : count
      }
    }
    #expect(killed >= 8, "killed \(killed) times")
  }

  private func copy(_ original: String, to path: String) throws {
    for suffix in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    try FileManager.default.copyItem(atPath: original, toPath: path)
  }

  private func look(_ path: String) throws -> (version: Int, tables: [String]) {
    let queue = try DatabaseQueue.open(path)
    defer { try? queue.close() }
    return try queue.read { database in
      (try Schema.userVersion(database), try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'"))
    }
  }

  private func answers(_ path: String) async throws -> [String] {
    let store = try SnapshotStore.open(path: path)
    defer { store.close() }
    #expect(try await store.check() == [])
    return try await HistoryFile().answers(of: store)
  }
}
