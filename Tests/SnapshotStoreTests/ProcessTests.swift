import AdapterTesting
import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import Foundation
import OpeningHours
import SnapshotStore
import TestKit
import Testing

/// A process that is killed, and disks that fail, lose nothing that was acknowledged.
@Suite struct ProcessTests {
  @Test func killedProcessesLoseNoAcknowledgedUpdate() async throws {
    let folder = try TemporaryFolder()
    var generator = Budget.generator(21)
    var (acknowledged, told) = (0, 0)
    for round in 0..<Budget.count(5) {
      let (process, _, output) = try Tool.start([Tool.torture, "commit", folder.path(), "\(acknowledged + 1)"])
      let wanted = Int.random(in: 0..<6, using: &generator)
      // A random moment within the next commit, without a clock.
      let steps = Int.random(in: 0..<20_000, using: &generator)
      let lines = try await onOwnThread {
        var lines = Data()
        while lines.count(where: { $0 == UInt8(ascii: "\n") }) < wanted { lines += output.availableData }
        var random = SeededGenerator(seed: 0)
        for _ in 0..<steps { random = SeededGenerator(seed: random.next()) }
        kill(process.processIdentifier, SIGKILL)
        lines += output.readDataToEndOfFile()
        process.waitUntilExit()
        return lines
      }
      // The last line may be truncated.
      let numbers = String(decoding: lines, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      // A killed process may have stored a result, but not the run or its acknowledgment.
      told = max(told, numbers.compactMap { Int($0) }.max() ?? 0)
      acknowledged = max(acknowledged, told)
      let store = try SnapshotStore.open(path: folder.path())
      let states = try await store.states(of: (0..<3).compactMap { FeedID("campus-\($0)/feed") })
      let newest = states.values.map(\.failures).max() ?? 0
      #expect((acknowledged...acknowledged + 1).contains(newest), "round \(round)")
      for state in states.values {
        #expect(state.lastGood?.entries == state.failures && state.requests["all"]?.validators.etag == "\"\(state.failures)\"")
        #expect(try await !store.entries(of: state.feed).isEmpty)
      }
      if let run = try await store.runs(limit: 1).first {
        #expect((told...newest).contains(Int(run.generatedAt.secondsSinceEpoch)), "round \(round)")
        #expect(try await store.catalog(of: run).feeds.map(\.checkedAt) == [run.generatedAt])
      }
      #expect(try await store.check() == [], "round \(round)")
      acknowledged = newest
      if round % 2 == 0 { store.close() }
    }
    #expect(acknowledged > Budget.count(5))
    #expect(try await Tool.python(folder.path(), "print(*base.execute('PRAGMA integrity_check').fetchall())").lines == ["('ok',)"])
  }

  @Test(.enabled(if: canMount)) func fullDiskIsReportedAndReadingContinues() async throws {
    let folder = try TemporaryFolder()
    let script = """
      mount -t tmpfs -o size=700k tmpfs "$1" && cd "$1" || exit 9
      "$2" commit store.sqlite 1; echo "status $?"
      "$2" read store.sqlite
      mount -o remount,size=8m "$1"
      "$2" commit store.sqlite 1000 1003; echo "status $?"
      """
    let lines = try await Tool.run(["unshare", "-rm", "sh", "-c", script, "sh", folder.path("."), Tool.torture]).lines
    let failure = try #require(lines.firstIndex { $0.hasPrefix("store.full: ") })
    let last = try #require(Int(lines[failure - 1]))
    #expect(lines[failure + 1] == "status 5")
    #expect(lines[(failure + 2)...].contains { $0.hasPrefix("campus-\(last % 3)/feed \(last) ") })
    #expect(lines.suffix(2) == ["1003", "status 0"])
  }

  /// `VACUUM` writes a copy of the rest, for which there is no space.
  @Test(.enabled(if: canMount)) func pruneOnFullDiskShrinksFileLater() async throws {
    let folder = try TemporaryFolder()
    let script = """
      mount -t tmpfs -o size=64m tmpfs "$1" && cd "$1" || exit 9
      "$2" commit store.sqlite 1 9 1000000 >/dev/null
      mount -o remount,size=$(($(du -k store.sqlite | cut -f 1) + 1024))k "$1"
      "$2" prune store.sqlite; echo "status $?"
      "$2" read store.sqlite | wc -l
      mount -o remount,size=64m "$1"
      "$2" prune store.sqlite; echo "status $?"
      """
    let lines = try await Tool.run(["unshare", "-rm", "sh", "-c", script, "sh", folder.path("."), Tool.torture]).lines
    #expect(lines.prefix(3) == ["8 runs, 0 bytes", "status 0", "3"], "\(lines)")
    #expect(lines.count == 5 && lines.last == "status 0", "\(lines)")
    #expect(lines.dropFirst(3).first?.hasPrefix("0 runs, ") == true && lines.dropFirst(3).first != "0 runs, 0 bytes", "\(lines)")
  }

  @Test(.enabled(if: canMount)) func readOnlyMediumIsRead() async throws {
    let folder = try TemporaryFolder()
    let script = """
      mount -t tmpfs tmpfs "$1" && cd "$1" || exit 9
      "$2" commit store.sqlite 1 3
      mount -o remount,ro "$1"
      "$2" read store.sqlite; echo "status $?"
      "$2" commit store.sqlite 4 4; echo "status $?"
      """
    let lines = try await Tool.run(["unshare", "-rm", "sh", "-c", script, "sh", folder.path("."), Tool.torture]).lines
    #expect(lines.prefix(3) == ["1", "2", "3"])
    #expect(lines.dropFirst(3).prefix(4).map { $0.prefix { $0 != " " } } == ["campus-0/feed", "campus-1/feed", "campus-2/feed", "status"])
    #expect(lines.dropFirst(7).first?.hasPrefix("store.readonly: ") == true, "\(lines)")
    #expect(lines.last == "status 5")
  }

  /// strace counts the calls of each thread; it only matters that one fails and that the file is whole afterward.
  @Test(.enabled(if: canTrace), arguments: ["fdatasync:error=EIO", "pwrite64:error=EIO", "pwrite64:error=ENOSPC", "pwrite64:error=EDQUOT"])
  func fsyncIsNotRepeatedAfterFailure(fault: String) async throws {
    for count in Budget.isSoak ? [1, 3, 6, 30, 40] : [3, 30] {
      let folder = try TemporaryFolder()
      let trace = folder.path("trace")
      let name = fault.prefix { $0 != ":" }
      let lines = try await Tool.run([
        "strace", "-f", "-q", "-o", trace, "-e", "trace=fdatasync,fsync,\(name)", "-e", "inject=\(fault):when=\(count)", Tool.torture,
        "commit",
        folder.path(), "1", "4",
      ]).lines
      let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      // Each thread has a failing call; SQLite ignores the failure on a folder while it creates a file. The last failure is reported.
      guard let failed = calls.lastIndex(where: { $0.contains("INJECTED") }) else { continue }
      let reason = fault.hasSuffix("EIO") ? "store.io: " : "store.full: "
      // The last checkpoint may fail without harm: everything is in the log.
      if lines.last != "4" {
        // Before there is a log, SQLite does not preserve the error number of a quota.
        let isHidden = fault.hasSuffix("EDQUOT") && lines.count == 1
        #expect(lines.last?.hasPrefix(isHidden ? "store." : reason) == true, "\(fault) \(count): \(lines)")
        // While a file is being created, SQLite rolls back its writes and waits for that.
        if reason == "store.io: ", lines.count > 1 {
          #expect(!calls[(failed + 1)...].contains { $0.contains("sync(") }, "\(fault) \(count)")
        }
      }
      let acknowledged = lines.compactMap { Int($0) }.max() ?? 0
      let store = try SnapshotStore.open(path: folder.path())
      let states = try await store.states(of: (0..<3).compactMap { FeedID("campus-\($0)/feed") })
      let newest = states.values.map(\.failures).max() ?? 0
      #expect((acknowledged...acknowledged + 1).contains(newest), "\(fault) \(count)")
      #expect(try await store.check() == [], "\(fault) \(count)")
    }
  }

  private static let canTrace = Tool.works(["strace", "-q", "-o", "/dev/null", "true"])
  private static let canMount = Tool.works(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])
}
