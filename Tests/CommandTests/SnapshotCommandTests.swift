import Aggregation
import CampusCatalog
import CatalogSession
import FeedKit
import Fetching
import Foundation
import OpeningHours
import SnapshotStore
import TestKit
import TestTraits
import Testing

/// The commands that maintain a store.
@Suite(.waitsForPrograms) struct SnapshotCommandTests {
  private let history: History

  init() throws {
    history = try History()
    try history.record("one", ["town/a": ["Library", "Gym"], "village/c": ["Café"]])
    try history.record("two", ["town/a": ["Library!"], "village/c": ["Café"]])
    try history.record("three", ["town/a": ["Library", "Gym", "Shop"]])
    try history.replay("one", at: "2026-01-01T12:00:00Z")
    try history.replay("two", at: "2026-01-02T12:00:00Z")
    try history.replay("three", at: "2026-01-03T12:00:00Z")
  }

  private func snapshots(_ arguments: String...) throws -> Program.Result { try history.run(["snapshots"] + arguments, registry: nil) }

  private func python(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c", "import sqlite3, sys\nbase = sqlite3.connect(sys.argv[1], isolation_level=None)\n" + script,
      history.folder.url.appendingPathComponent("store.sqlite").path,
    ]
    try process.start()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func snapshotsAreListedNewestFirst() throws {
    let list = try snapshots().out.split(separator: "\n").map(String.init)
    #expect(list.count == 5)
    #expect(list[1].hasPrefix("4") && list[1].contains("town/a") && list[1].hasSuffix("+2 ~1 -0"))
    #expect(list[2].hasSuffix("+0 ~1 -1") && list[4].hasSuffix("first"))
    #expect(try snapshots("list", "--feed", "village/c").out.split(separator: "\n").count == 2)
    let newest = try snapshots("--campus", "town", "--limit", "1")
    #expect(newest.out.split(separator: "\n").count == 2 && newest.error == "aggregate: 2 more; --limit 3 shows all\n", "\(newest.error)")
    #expect(try snapshots("--campus", "town", "--limit", "1", "-q").error.isEmpty)
    #expect(try snapshots("show", "abc").error.hasPrefix("aggregate: id: invalid number \"abc\"; write a number such as 12\n"))
    let json = try JSONSerialization.jsonObject(with: Data(try snapshots("--format", "json").out.utf8)) as? [String: Any]
    let items = try #require(json?["snapshots"] as? [[String: Any]])
    #expect(json?["schema"] as? String == "campus-snapshots/1" && items.count == 4)
    #expect(items[0]["current"] as? Bool == true && items[0]["added"] as? Int == 2 && items[3]["first"] as? Bool == true)
  }

  @Test func snapshotIsShown() throws {
    let text = try snapshots("show", "3").out
    #expect(text.contains("changed town/a/p0\n") && text.contains("gone town/a/p1 (feed.removed)\n"), "\(text)")
    #expect(text.contains("facilities"))
    let json = try JSONSerialization.jsonObject(with: Data(try snapshots("show", "3", "--format", "json").out.utf8)) as? [String: Any]
    #expect((json?["changes"] as? [Any])?.count == 2 && (json?["replies"] as? [Any])?.count == 1)
    #expect(try snapshots("show", "99").status == 4)
  }

  @Test func storedRepliesAreReplayed() throws {
    let same = try history.run("snapshots", "replay")
    #expect(same.status == 0 && same.out.components(separatedBy: ": same\n").count == 5, "\(same.out)\(same.error)")
    let moved = History.registry.replacingOccurrences(of: "Europe/London", with: "Europe/Dublin")
    try history.folder.write(moved, to: "moved.json")
    let other = try history.run("snapshots", "replay", registry: "moved.json")
    #expect(
      other.status == 1 && other.out.contains("changed town/a/p0") && other.out.contains("village/c 2026-01-01 13:00 Europe/Paris: same"))
    #expect(try history.run("snapshots", "replay", "--feed", "village/c", registry: "moved.json").status == 0)
    #expect(try history.run("snapshots", "replay", "--since", "2026-01-03T00:00:00Z").out.split(separator: "\n").count == 1)
    #expect(try history.run("snapshots", "replay", "--snapshot", "1", "--format", "json").out.contains(#""same":true"#))
    let unknown = try history.run("snapshots", "replay", registry: nil)
    #expect(unknown.status == 1 && unknown.out.contains("feed.unknown"))
  }

  /// The facts of the registry complete the entries of stored replies, too.
  @Test func storedRepliesWithFactsAreReplayed() throws {
    let folder = try TemporaryFolder()
    let sample = Program.root.appendingPathComponent("Fixtures/sample").path
    let store = folder.url.appendingPathComponent("store.sqlite").path
    let run = try Program.run(["--replay", sample, "--campus", "penn", "--store", store])
    #expect(run.status == 0 && run.out.contains("\"latitude\""), "\(run.error)")
    let again = try Program.run(["snapshots", "replay", "--store", store])
    #expect(again.status == 0 && again.out.hasSuffix(": same\n"), "\(again.out)\(again.error)")
  }

  @Test func copyIsWrittenCompletelyOrNotAtAll() throws {
    #expect(try snapshots("export", "copy.sqlite").status == 0)
    let again = try snapshots("export", "copy.sqlite")
    #expect(again.status == 5 && again.error.contains("--force"))
    #expect(try snapshots("export", "copy.sqlite", "--force").status == 0)
    #expect(try snapshots("export", "store.sqlite", "--force").status == 64)
    #expect(try snapshots("export", "-").status == 64)
    #expect(try snapshots("export", "none/copy.sqlite").status == 5)
    let copy = try Program.run(
      ["collect", "--as-of", "latest~1", "--store", "copy.sqlite", "--config", "registry.json"], directory: history.folder.url)
    #expect(try copy.out == history.asOf("latest~1").out && copy.status == 0)
    #expect(history.folder.names.allSatisfy { !$0.hasSuffix(".part") })
  }

  @Test func snapshotIsExportedAsCatalog() throws {
    let out = try snapshots("export", "--snapshot", "1", "-")
    #expect(out.status == 0 && out.out.hasPrefix(#"{"schema":"campus-catalog/1","generatedAt":"2026-01-01T12:00:00Z""#), "\(out.error)")
    #expect(try snapshots("export", "--snapshot", "1", "catalog.json").status == 0)
    #expect(try history.folder.read("catalog.json") == out.out)
    let list = try Program.run(["list", "--catalog", "catalog.json"], directory: history.folder.url)
    #expect(list.out.contains("Gym"))
    #expect(try snapshots("export", "--snapshot", "99", "-").status == 4)
  }

  @Test("Exports stay the same when the results before are removed", arguments: ["ics", "geojson", "csv"])
  func exportsOfAPrunedStore(format: String) throws {
    try history.record("four", ["town/a": ["Library", "Gym", "Shop", "Pool"], "village/c": ["Café", "Bar"]])
    try history.replay("four", at: "2026-01-04T12:00:00Z")
    let before = try history.asOf("latest", "--format", format).out
    #expect(before.contains("2026-01-03T12:00:00Z") || before.contains("DTSTAMP:20260103T120000Z"))
    let pruned = try snapshots("prune", "--keep", "1d").out
    #expect(pruned.contains("3 runs"), "\(pruned)")
    #expect(try history.asOf("latest", "--format", format).out == before)
  }

  @Test func oldRunsArePruned() throws {
    let before = try history.asOf("latest").out
    let dry = try snapshots("prune", "--keep", "2026-01-03T00:00:00Z", "--dry-run").out
    #expect(dry.hasPrefix("would remove") && dry.contains("2 runs, 2 snapshots"), "\(dry)")
    let pruned = try snapshots("prune", "--keep", "1d").out
    #expect(pruned.hasPrefix("removed") && pruned.contains("2 runs, 2 snapshots"), "\(pruned)")
    #expect(try history.asOf("latest").out == before)
    #expect(try history.asOf("2026-01-02T12:00:00Z").status == 4)
    #expect(try history.run("collect", "--offline").out.contains("Café"))
    #expect(try snapshots("verify").status == 0)
  }

  /// A run that was made while the clock was ahead.
  @Test func runInTheFutureIsReportedAndRemoved() async throws {
    let path = history.folder.url.appendingPathComponent("store.sqlite").path
    let registry = try Registry().adding(Array(History.registry.utf8), file: "registry.json")
    let recording = try Data(contentsOf: history.folder.url.appendingPathComponent("one/town/a/facilities.json"))
    let replies = RecordedReplies(Recording { $0.hasPrefix("town/a/facilities.json") ? Array(recording) : nil }, delivered: .replayed)
    let future = try parsed("2999-01-01T00:00:00Z", Instant.init)
    let plan = try Plan(RunSelection(), in: registry)
    let run = try await CatalogRun.read(.recording(replies, plan, into: .file(path: path)), at: "\(future)", now: future)
    #expect(await run.finish() == [])
    let doctor = try Program.run(["doctor"], environment: ["AGGREGATE_STORE": path])
    #expect(doctor.status == 0, "\(doctor.error)")
    #expect(
      doctor.out.contains("one has a time in the future, such as 2999-01-01 00:00 UTC")
        && doctor.out.contains("aggregate snapshots remove --run 4"), "\(doctor.out)")
    let refused = try history.run("collect", "--replay", "one", "--at", "2026-01-04T12:00:00Z")
    #expect(
      refused.status == 64 && refused.error.contains("which is in the future") && refused.error.contains("snapshots remove --run 4"),
      "\(refused.error)")
    #expect(try history.run("collect", "--replay", "one", "--at", "2999-01-02T12:00:00Z").error.contains("so it cannot be stored"))
    #expect(try snapshots("remove").status == 64)
    #expect(try snapshots("remove", "--run", "9").status == 4)
    let removed = try snapshots("remove", "--run", "4")
    #expect(removed.status == 0 && removed.out.hasPrefix("removed 1 run, "), "\(removed.error)")
    #expect(try !Program.run(["doctor"], environment: ["AGGREGATE_STORE": path]).out.contains("in the future"))
    try history.replay("one", at: "2026-01-04T12:00:00Z")
    #expect(try snapshots("verify").status == 0)
  }

  /// Reading does not convert a store of an older version. The first write does, reports it once, and leaves a copy.
  @Test func olderStoreIsConvertedByTheFirstWrite() throws {
    try python(
      """
      for table in ['content_hash', 'feed_start', 'past_date', 'patch', 'upstream']: base.execute(f'DROP TABLE {table}')
      base.execute('ALTER TABLE run DROP COLUMN durations')
      base.execute('PRAGMA user_version = 3')
      """)
    let store = history.folder.url.appendingPathComponent("store.sqlite")
    let original = try Data(contentsOf: store)
    for words in [
      ["list", "--at", "2026-01-04T12:00:00Z"], ["collect", "--offline"], ["history", "town/a/p0"], ["diff", "latest~1", "latest"],
      ["snapshots", "prune", "--keep", "1d", "--dry-run"], ["snapshots", "verify"], ["snapshots", "replay"], ["favorites"], ["runs"],
      ["collect", "--as-of", "latest"], ["snapshots", "export", "copy.sqlite"],
    ] {
      let takesRegistry = !["history", "diff", "favorites", "runs"].contains(words[0]) && (words[0] != "snapshots" || words[1] == "replay")
      let result = try history.run(words, registry: takesRegistry ? "registry.json" : nil)
      #expect([0, 1, 3, 4].contains(result.status) && !result.error.contains("converted"), "\(words): \(result.error)")
      #expect(try Data(contentsOf: store) == original, "\(words)")
    }
    let doctor = try Program.run(["doctor"], environment: ["AGGREGATE_STORE": store.path])
    #expect(try doctor.status == 0 && Data(contentsOf: store) == original, "\(doctor.out)")
    let list = try history.run("list", "--at", "2026-01-04T12:00:00Z").out
    let write = try history.run("snapshots", "remove", "--run", "1", registry: nil)
    #expect(
      write.status == 0 && write.error.contains("had an older format and was converted") && write.error.contains("store.sqlite.version-3"),
      "\(write.error)")
    #expect(try !history.run("snapshots", "remove", "--run", "2", registry: nil).error.contains("converted"))
    #expect(try history.run("list", "--at", "2026-01-04T12:00:00Z").out == list)
    let backup = try Program.run(
      ["collect", "--as-of", "latest~2", "--store", "store.sqlite.version-3", "--config", "registry.json"], directory: history.folder.url)
    #expect(backup.status == 0 && backup.out.contains("Gym"), "\(backup.error)")
  }

  /// Finding a zone does not read the stored results of a feed that is gone.
  @Test func differenceReadsOnlyTwoRuns() throws {
    // Runs without the other campus.
    try python(
      "base.execute(\"UPDATE content SET bytes = zeroblob(9) WHERE sha256 IN (SELECT content FROM snapshot WHERE feed = 'village/c')\")")
    try history.record("four", ["town/a": ["Library"]])
    for (name, day) in [("three", 4), ("four", 5)] {
      let result = try history.run("collect", "--replay", name, "--campus", "town", "--at", "2026-01-0\(day)T12:00:00Z", "-q")
      #expect(result.status == 0, "\(result.error)")
    }
    for names in [["latest~1", "latest"], ["2026-01-04", "2026-01-05 18:00"]] {
      let diff = try history.run(["diff"] + names + ["--campus", "town"], registry: nil)
      #expect(diff.status == 1 && diff.out.contains("Gym"), "\(diff.error)")
    }
    #expect(try history.run("collect", "--as-of", "latest", "--campus", "town", "-q").status == 0)
    let whole = try history.run("diff", "latest~1", "latest", registry: nil)
    #expect(whole.status == 1, "\(whole.error)")
  }

  @Test func damageIsReported() throws {
    #expect(try snapshots("verify").out == "")
    try python("base.execute(\"UPDATE run SET checked = '[]' WHERE id = 1\")")
    let result = try snapshots("verify")
    #expect(
      result.status == 5 && result.out.contains("the run 1") && result.error.contains("store.corrupt"), "\(result.out)\(result.error)")
    #expect(try history.asOf("2026-01-01T12:00:00Z").status == 5)
  }
}
