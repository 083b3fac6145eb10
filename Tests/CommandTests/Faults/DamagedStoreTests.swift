import Foundation
import TestKit
import TestTraits
import Testing

/// Behavior and exit codes with a store that is damaged, newer or locked.
@Suite(.waitsForPrograms) struct DamagedStoreTests {
  private let history: History

  init() throws {
    history = try History()
    for number in 0..<3 {
      try history.record("r\(number)", ["town/a": ["Hall \(number)", "Tower"], "village/c": ["Barn \(number)"]])
      try history.replay("r\(number)", at: "2026-01-0\(number + 1)T00:00:00Z")
    }
  }

  private var store: URL { history.folder.url.appendingPathComponent("store.sqlite") }

  private func run(_ number: Int) throws -> Program.Result {
    try history.run("collect", "--replay", "r\(number % 3)", "--at", "2026-02-0\(number)T00:00:00Z", "--log-format", "json")
  }

  @Test func damagedStoreIsSetAsideAndReplaced() throws {
    let good = try history.asOf("2026-01-03T00:00:00Z")
    // The second half of the file, each page of it.
    var bytes = try Data(contentsOf: store)
    for page in stride(from: 4096, to: bytes.count, by: 4096) { bytes[page..<page + 200] = Data(repeating: 0xA5, count: 200) }
    try bytes.write(to: store)
    #expect(try history.run("snapshots", "verify", registry: nil).status == 5)
    let past = try history.asOf("2026-01-03T00:00:00Z")
    #expect(past.status == 5 && past.out.isEmpty, "\(past.error)")
    let damaged = try run(1)
    #expect(damaged.status == 5 && damaged.error.contains(#""event":"store.corrupt""#), "\(damaged.error)")
    #expect(damaged.error.contains("store.sqlite.corrupt-1"), "\(damaged.error)")
    let rebuilt = try run(2)
    #expect(rebuilt.status == 0, "\(rebuilt.error)")
    #expect(try history.run("snapshots", "verify", registry: nil).status == 0)
    #expect(try history.asOf("latest").out == rebuilt.out)
    #expect(good.status == 0)
  }

  /// The next version, and a much later one.
  @Test(arguments: [1, 1000]) func newerStoreIsNeitherReadNorWritten(_ steps: Int) throws {
    let script = """
      import sqlite3, sys
      base = sqlite3.connect(sys.argv[1])
      base.execute(f"PRAGMA user_version = {base.execute('PRAGMA user_version').fetchone()[0] + \(steps)}")
      """
    let python = ["python3", "-c", script, store.path]
    #expect(try Program.run(python, executable: URL(fileURLWithPath: "/usr/bin/env")).status == 0)
    let before = try Data(contentsOf: store)
    let newer = try run(1)
    #expect(newer.status == 5 && newer.error.contains(#""event":"store.version""#), "\(newer.error)")
    #expect(try history.asOf("latest").status == 5)
    #expect(try Data(contentsOf: store) == before)
  }

  /// At most five seconds, even when there is much to store.
  @Test func lockedStoreIsReportedAfterWaiting() throws {
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script =
      "import sqlite3, sys; b = sqlite3.connect(sys.argv[1], isolation_level=None); b.execute('BEGIN IMMEDIATE'); print('locked', flush=True); sys.stdin.read()"
    python.arguments = ["python3", "-c", script, store.path]
    let (input, output) = (Pipe(), Pipe())
    (python.standardInput, python.standardOutput) = (input, output)
    try python.start()
    #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).hasPrefix("locked"))
    let busy = try run(1)
    #expect(busy.status == 5 && busy.error.contains(#""level":"warn","event":"store.busy""#), "\(busy.error)")
    #expect(try history.asOf("latest").status == 0)
    try input.fileHandleForWriting.close()
    python.waitUntilExit()
    #expect(try run(2).status == 0)
  }

  @Test func recoveredLogIsReported() throws {
    // As a killed run leaves it: the earlier file, with a log that was not checkpointed.
    let python = """
      import os, sqlite3, sys
      base = sqlite3.connect(sys.argv[1], isolation_level=None)
      base.execute("INSERT INTO host VALUES ('x', NULL, 0, 0, 0)")
      base.execute("DELETE FROM host")
      os._exit(0)
      """
    #expect(try Program.run(["python3", "-c", python, store.path], executable: URL(fileURLWithPath: "/usr/bin/env")).status == 0)
    #expect(FileManager.default.fileExists(atPath: store.path + "-wal"))
    let first = try run(1)
    #expect(first.status == 0 && first.error.contains(#""level":"info","event":"store.recovered""#), "\(first.error)")
    #expect(!FileManager.default.fileExists(atPath: store.path + "-wal"))
    let second = try run(2)
    #expect(second.status == 0 && !second.error.contains("store.recovered"), "\(second.error)")
  }
}
