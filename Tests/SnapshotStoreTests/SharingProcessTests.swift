import FeedKit
import Foundation
import TestKit
@testable import SnapshotStore
import Testing

/// Processes that share a file.
@Suite struct SharingProcessTests {
  @Test func eightWritersAndEightReadersInProcesses() async throws {
    let folder = try TemporaryFolder()
    let count = 12
    // Created first, so that readers find it.
    try #require(try await Tool.run([Tool.torture, "commit", folder.path(), "3", "5"]).status == 0)
    let writers = try (1...8).map { try Tool.start([Tool.torture, "commit", folder.path(), "\($0 * 1000)", "\($0 * 1000 + count - 1)"]) }
    let readers = try (1...8).map { _ in try Tool.start([Tool.torture, "read", folder.path(), "20"]) }
    for (number, writer) in writers.enumerated() {
      let lines = try await Tool.lines(of: writer)
      #expect(writer.process.terminationStatus == 0 && lines.count == count, "writer \(number): \(lines.last ?? "")")
    }
    for (number, reader) in readers.enumerated() {
      let lines = try await Tool.lines(of: reader)
      // Twenty reads of three feeds. No read is a mix of results or older than the one before.
      #expect(reader.process.terminationStatus == 0 && lines.count == 60, "reader \(number): \(lines.last ?? "")")
    }
    let store = try SnapshotStore.open(path: folder.path())
    // Results follow each other: each one that differs from the previous one has its row.
    #expect(try await store.snapshots().count == 3 + 8 * count)
    let problems = try await store.check()
    #expect(problems == [])
  }

  @Test func lockOfKilledWriterIsReleased() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path(), lockTimeout: 60)
    let first = try SampleUpdate("penn/dining", 1)
    try await store.commit(first.update)
    let script = """
      base.execute('BEGIN IMMEDIATE')
      base.execute("DELETE FROM request")
      base.execute("UPDATE feed SET key = 'half'")
      print('locked', flush=True)
      sys.stdin.read()
      """
    let opening = "import sqlite3, sys\nbase = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
    let (process, _, output) = try Tool.start(["python3", "-c", opening + script, folder.path()])
    #expect(try await onOwnThread { String(decoding: output.availableData, as: UTF8.self) }.hasPrefix("locked"))
    let next = try SampleUpdate("penn/dining", 2)
    async let committed: Void = store.commit(next.update)
    // Readers see committed values, during the writes and afterward.
    #expect(try await store.states(of: [first.feed]) == [first.feed: first.state])
    kill(process.processIdentifier, SIGKILL)
    try await onOwnThread { process.waitUntilExit() }
    try await committed
    #expect(try await store.states(of: [first.feed]) == [first.feed: next.state])
    #expect(try await store.check() == [])
  }
}
