import Dispatch
import Foundation
import SnapshotStore
import Synchronization
import TestKit
import TestTraits
import Testing

/// Killed and concurrent programs, with fifty feeds.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason)) struct KilledRunTests {
  static let feeds = 50

  private func program(_ nginx: Nginx) throws -> LiveProgram {
    try LiveProgram((0..<Self.feeds).map { ("f\($0)", nginx.url("/\($0).json")) })
  }

  /// Content that differs in its length, so that the server's tags differ.
  private func change(_ nginx: Nginx, _ version: Int) throws {
    let suffix = String(repeating: "x", count: version)
    for number in 0..<Self.feeds { try nginx.put(Venues.reply("Hall \(number) \(suffix)", "Falk"), at: "\(number).json") }
  }

  @Test func storeSurvivesKillsAtAnyMoment() async throws {
    let nginx = try Nginx([Nginx.server(0)])
    let program = try program(nginx)
    try change(nginx, 0)
    // The limit follows how long runs take, so that some are killed, however busy the machine was during the first one.
    var limit = try program.run("--no-store").elapsed / .seconds(1)
    var generator = Budget.generator(1)
    var killed = 0
    let rounds = Budget.count(5)
    for version in 1...rounds {
      try change(nginx, version)
      let result = try program.run("--refresh", killedAfter: Double.random(in: 0.01...max(0.05, limit), using: &generator))
      if result.status != 0 { killed += 1 } else { limit = min(limit, result.elapsed / .seconds(1)) * 0.8 }
      let kept = try program.run("--offline")
      #expect([0, 3, 4].contains(kept.status), "\(kept.error)")
      #expect(!kept.error.contains("store."), "\(kept.error)")
    }
    #expect(killed * 7 >= rounds, "\(killed) of \(rounds) were killed")
    #expect(try await SnapshotStore.open(path: program.storePath).check().isEmpty)
    let last = try program.run("--refresh")
    #expect(last.status == 0, "\(last.error)")
    #expect(last.out.components(separatedBy: String(repeating: "x", count: rounds)).count - 1 == Self.feeds)
    let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.url.path)
    #expect(!names.contains { $0.hasSuffix(".part") || $0.contains("corrupt") }, "\(names)")
  }

  @Test func concurrentRunsShareStore() async throws {
    let nginx = try Nginx([Nginx.server(0)])
    let program = try program(nginx)
    for version in 1...2 {
      try change(nginx, version)
      let results = Mutex<[(status: Int32, error: String, feeds: [String: String])]>([])
      nonisolated(unsafe) let shared = program
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        guard let result = try? shared.run("--refresh") else { return }
        let feeds = (try? result.feeds()) ?? [:]
        results.withLock { $0.append((result.status, result.error, feeds)) }
      }
      let ended = results.withLock { $0 }
      #expect(ended.count == 2)
      for result in ended {
        #expect(result.status == 0, "\(result.error)")
        #expect(result.feeds.count == Self.feeds)
        #expect(result.feeds.values.allSatisfy { $0 == "fresh" || $0 == "unchanged" })
      }
    }
    #expect(try await SnapshotStore.open(path: program.storePath).check().isEmpty)
    #expect(try program.run("--refresh").feeds().values.allSatisfy { $0 == "unchanged" })
  }
}
