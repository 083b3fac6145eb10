import Aggregation
import CampusCatalog
import CatalogDiff
import CatalogSession
import Fetching
import OpeningHours
import SnapshotStore
import TestKit
import Testing

/// Runs are ordered by number: a run with a wrong time neither hides later ones nor is mixed up with them.
@Suite struct RunOrderTests {
  private let town: Town

  /// The clock was ten years ahead during the second run.
  init() async throws {
    town = try Town()
    for (name, time) in [("One", "2026-11-01"), ("Two", "2036-01-01"), ("Three", "2026-11-02"), ("Four", "2026-11-03")] {
      try await town.collect(name, at: "\(time)T12:00:00Z")
    }
  }

  private func names(asOf text: String) async throws -> [String] {
    try await town.open({ .pastRun($0, asOf: text) }, at: "2026-11-03T13:00:00Z").catalog.entries.compactMap(\.name)
  }

  private func withStore<Value>(_ body: (SnapshotStore) async throws -> Value) async throws -> Value {
    let store = try SnapshotStore.open(path: town.folder.path())
    defer { store.close() }
    return try await body(store)
  }

  @Test func latestIsTheLastRun() async throws {
    for (text, name) in [
      ("latest", "Four"), ("latest~1", "Three"), ("latest~2", "Two"), ("2026-11-02T18:00:00Z", "Three"), ("now", "Four"),
      ("2036-01-02T00:00:00Z", "Four"),
    ] {
      #expect(try await names(asOf: text) == [name], "\(text)")
    }
    #expect(try await town.open({ .store($0) }, at: "2026-11-03T13:00:00Z").catalog.entries.compactMap(\.name) == ["Four"])
  }

  @Test func historyIsInTheOrderOfResults() async throws {
    let steps = try await withStore { store in
      let matches = try await StoredHistory.matches("town/a/p0", in: store, town.registry)
      return try await StoredHistory(of: matches[0], in: store).history.steps
    }
    #expect(steps.compactMap(\.entry?.name) == ["One", "Two", "Three", "Four"])
    let session = try await town.open({ .store($0) }, at: "2026-11-03T13:00:00Z")
    let entry = try #require(session.catalog.entries.first)
    let same = try await withStore { try await StoredHistory(of: StoredHistory.Match(entry, of: session.catalog), in: $0).history.steps }
    #expect(same == steps)
    #expect(try await withStore { try await $0.snapshots().map(\.id) } == [4, 3, 2, 1])
  }

  @Test func watchReportsEachRun() async throws {
    let watch = ChangeWatch(town.plan.selection, kinds: [], ranks: [], traits: [])
    func round() async throws -> [String] {
      try await withStore { store in
        var reports: [String] = []
        try await watch.round(in: store) { report in
          switch report {
          case .started: reports.append("started")
          case .interrupted: reports.append("interrupted")
          case .changes(let log, _): reports += log.entries.compactMap(\.name)
          }
        }
        return reports
      }
    }
    #expect(try await round() == ["started"])
    try await town.collect("Five", at: "2036-01-02T12:00:00Z")
    #expect(try await round() == ["Five"])
    try await town.collect("Six", at: "2026-11-04T12:00:00Z")
    #expect(try await round() == ["Six"])
    // If a watch has reported a run that was removed, its number is not used again.
    try await withStore { store in _ = try await store.remove(runs: [6]) }
    try await town.collect("Seven", at: "2026-11-05T12:00:00Z")
    #expect(try await withStore { try await $0.runs(limit: 1).map(\.id) } == [7])
    #expect(try await round() == ["interrupted"])
  }

  /// A change that happens again is reported again, with the time of the run that saw it.
  @Test func changesOfEachRun() async throws {
    for (name, day) in [("A", 5), ("B", 6), ("B", 7), ("A", 8), ("B", 9)] { try await town.collect(name, at: "2026-11-0\(day)T12:00:00Z") }
    let logs = try await withStore { store in
      let run = try #require(try await store.run(selection: town.plan.selection, back: 4))
      // Runs without changes that were asked for count, too.
      let cut = try await store.changes(after: run, limit: 2, filter: ChangeFilter(kinds: [.event]))
      #expect(cut.logs.isEmpty && cut.remark == "Changes until 2026-11-07T12:00:00Z are left out: at most 2 runs are compared.")
      let earlier = try await store.changes(after: run, through: store.run(selection: town.plan.selection, back: 1))
      #expect(earlier.logs.flatMap(\.entries).compactMap(\.name) == ["A", "B"])
      let all = try await store.changes(after: run, limit: 9, filter: ChangeFilter(campuses: Set(town.plan.selection.campuses)))
      #expect(all.remark == nil)
      return all.logs
    }
    #expect(logs.map { $0.new.generatedAt.description.prefix(10) } == ["2026-11-09", "2026-11-08", "2026-11-06"])
    #expect(logs.map { $0.entries.compactMap(\.name) } == [["B"], ["A"], ["B"]])
    let feed = AtomChangeFeed.text(of: logs, updated: logs[0].new.generatedAt)
    #expect(Set(feed.split(separator: "\n").filter { $0.hasPrefix("    <id>") }).count == 3)
  }

  @Test func runInTheFutureIsRemoved() async throws {
    let removed = try await withStore { try await $0.remove(runs: [2]) }
    #expect(removed.runs == 1 && removed.snapshots == 0)
    #expect(try await names(asOf: "latest~2") == ["One"])
    #expect(try await withStore { try await $0.check() } == [])
  }

  /// A run with a wrong time is as old as the next one.
  @Test func runInTheFutureIsPruned() async throws {
    let (limit, now) = (try parsed("2026-11-03T00:00:00Z", Instant.init), try parsed("2026-11-03T13:00:00Z", Instant.init))
    try await withStore { store in
      let dry = try await store.prune(before: limit, now: now, isDry: true)
      #expect(dry.runs == 3 && dry.snapshots == 3)
      var pruned = try await store.prune(before: limit, now: now)
      pruned.fileBytes = 0
      #expect(pruned == dry)
      #expect(try await store.runs().map(\.id) == [4])
      #expect(try await store.check() == [])
    }
  }

  /// `--at` is the moment of a question, not of a run that sends requests.
  @Test func liveRunHasTheTimeOfTheClock() async throws {
    town.server.put(Town.reply(["Five"]), at: Town.address)
    let network = try town.network(at: "2026-11-04T12:00:00Z")
    let run = try await CatalogRun.read(.network(network, town.plan), at: "2036-01-01T00:00:00Z", now: network.clock.now())
    #expect(run.catalog.generatedAt.description == "2026-11-04T12:00:00Z")
    #expect(run.moment.description == "2036-01-01T00:00:00Z")
    #expect(await run.finish().isEmpty)
    #expect(try await withStore { try await $0.runs(limit: 1).map(\.generatedAt.description) } == ["2026-11-04T12:00:00Z"])
    #expect(try await names(asOf: "latest") == ["Five"])
  }
}
