import Aggregation
import Basics
import CampusCatalog
import CatalogDiff
import CatalogQuery
import CatalogSession
import FeedKit
import Fetching
import Foundation
import OpeningHours
import SnapshotStore
import TestKit
import Testing

/// Runs from the network to a store, and their leftovers.
@Suite struct RunTests {
  private let first = "2026-11-23T12:00:00Z"
  private let second = "2026-11-23T12:30:00Z"

  @Test func aRunIsWrittenAndStored() async throws {
    let town = try Town()
    town.server.put(Town.reply(["Library", "Gym"]), at: Town.address)
    let output = CatalogBytes()
    let run = try await town.read(try town.network(at: first))
    let (result, storeErrors) = await run.finish(writingTo: output)
    try result.get()
    #expect(storeErrors.isEmpty)
    #expect(run.catalog.feeds.map(\.outcome) == [.fresh])
    #expect(output.isFinished)
    // The session has the same entries, and answers questions.
    let written = try CatalogReader.read(output.bytes)
    let session = try await town.open({ .store($0) }, at: second)
    #expect(session.catalog.entries == written.entries)
    #expect(session.answer(.open).total == 2)
    // The run can be reproduced, byte for byte.
    let past = try await town.open({ .pastRun($0, asOf: "latest") }, at: second)
    var again: [UInt8] = []
    _ = try CatalogWriter.write(past.catalog) { again.append(contentsOf: $0) }
    #expect(again == output.bytes)
  }

  /// A session knows when its entries changed; one of an earlier run does not know later changes.
  @Test func changesHaveTimes() async throws {
    let town = try Town()
    try await town.collect("Library", "Gym", at: first)
    try await town.collect("Library", "Pool", at: second)
    for (session, expected) in [
      (try await town.open({ .store($0) }, at: second), [first, second]),
      (try await town.open({ .pastRun($0, asOf: "latest~1") }, at: second), [first, first]),
    ] {
      let changes = try #require(await session.changeTimes())
      #expect(session.catalog.entries.map { changes.time(of: $0)?.description } == expected)
    }
  }

  @Test func whatHasNotChangedIsNotSentAgain() async throws {
    let town = try Town()
    try await town.collect("Library", at: first)
    let catalog = try await town.collect("Library", at: second)
    #expect(catalog.feeds.map(\.outcome) == [.unchanged])
    #expect(town.server.requests.last?.headers.contains { $0.name.lowercased() == "if-none-match" } == true)
    #expect(catalog.count == 1)
  }

  @Test func aCatalogThatCannotBeWrittenIsStoredAllTheSame() async throws {
    let town = try Town()
    town.server.put(Town.reply(["Library"]), at: Town.address)
    let network = try town.network(at: first)
    // In the second run, the store knows the content hash, so that the catalog is written while the run is stored.
    for run in ["latest", "latest~1"] {
      let broken = CatalogBytes { throw BadTestData(text: "the reader went away") }
      let (written, storeErrors) = await (try town.read(network)).finish(writingTo: broken)
      #expect(throws: BadTestData.self) { try written.get() }
      #expect(!broken.isFinished)
      #expect(storeErrors.isEmpty)
      #expect(try await town.open({ .pastRun($0, asOf: run) }, at: second).catalog.entries.count == 1)
    }
  }

  @Test(.timeLimit(.minutes(15))) func aCancelledRunChangesNothing() async throws {
    let town = try Town()
    try await town.collect("Library", at: first)
    let asked = town.server.requests.count
    town.server.put(nil, at: Town.address)
    var network = try town.network(at: second)
    let isClosed = Guarded(false)
    network.close = { isClosed.withLock { $0 = true } }
    let (isSent, sent) = AsyncStream<Void>.makeStream()
    town.server.onRequest { sent.yield() }
    let task = Task { [network] in try await town.read(network) }
    for await _ in isSent { break }
    task.cancel()
    let result = await task.result
    #expect(throws: SessionError(.cancelled, "the run was canceled")) { try result.get() }
    #expect(town.server.requests.count == asked + 1)
    #expect(isClosed.withLock { $0 })
    let store = try SnapshotStore.open(path: town.folder.path())
    defer { store.close() }
    #expect(try await store.runs().map(\.generatedAt.description) == [first])
    #expect(try await town.open({ .store($0) }, at: second).catalog.entries.compactMap(\.name) == ["Library"])
  }

  @Test func aProbeStoresNoResult() async throws {
    let town = try Town()
    town.server.put(Town.reply(["Library"]), at: Town.address)
    var network = try town.network(at: first)
    network.isProbe = true
    #expect(try await town.collect(network).feeds.map(\.outcome) == [.fresh])
    let error = await #expect(throws: SessionError.self) { try await town.open({ .store($0) }, at: second) }
    #expect(error?.code == .emptyStore)
  }

  // MARK: - Edges

  @Test func secretsComeFromOutside() async throws {
    let town = try Town(headers: #"{"X-Key":"${KEY}"}"#)
    town.server.put(Town.reply(["Library"]), at: Town.address)
    var network = try town.network(at: first)
    let message = "the header X-Key of town/a needs the environment variable KEY, which is not set"
    await #expect(throws: SessionError(.missingSecret, message)) { try await town.read(network) }
    #expect(town.folder.names.isEmpty, "no store is created")
    let events = Guarded<[RunEvent]>([])
    network.events = { event in events.withLock { $0.append(event) } }
    network.secret = { $0 == "KEY" ? "abc" : nil }
    _ = try await town.collect(network)
    #expect(town.server.requests.last?.headers.contains { $0.name == "X-Key" && $0.value == "abc" } == true)
    #expect(events.withLock(\.first) == .shortSecrets(of: [try parsed("town/a", FeedID.init)]))
  }

  @Test func repliesCanBeRecorded() async throws {
    let town = try Town()
    let files = Guarded<[String: [UInt8]]>([:])
    town.server.put(Town.reply(["Library"]), at: Town.address)
    var network = try town.network(at: first)
    network.record = { feed, reply in
      files.withLock { files in for (path, bytes) in Recording.files(of: reply, to: feed) { files[path] = bytes } }
    }
    let live = try await town.collect(network)
    let replies = RecordedReplies(Recording { path in files.withLock { $0[path] } }, delivered: .replayed)
    let replayed = try await CatalogRun.read(.recording(replies, town.plan), now: network.clock.now())
    #expect(try replayed.catalog.catalog().entries == live.catalog().entries)
  }

  @Test func aHistoryGrowsForwards() async throws {
    let town = try Town()
    try await town.collect("Library", at: second)
    let recording = Recording { $0.hasSuffix("facilities.json") ? Array(Town.reply(["Gym"]).utf8) : nil }
    let replies = RecordedReplies(recording, delivered: .replayed)
    let source = CatalogRun.Source.recording(replies, town.plan, into: .file(path: town.folder.path()))
    let now = try parsed(second, Instant.init)
    let error = await #expect(throws: SessionError.self) {
      try await CatalogRun.read(source, at: first, now: now)
    }
    guard case .outdatedRecording(let newest, isInFuture: false)? = error?.code else {
      throw BadTestData(text: "\(String(describing: error))")
    }
    #expect(newest.generatedAt == now)
    let early = try parsed(first, Instant.init)
    let future = await #expect(throws: SessionError.self) { try await CatalogRun.read(source, at: second, now: early) }
    #expect(future?.code == .futureRecording)
    #expect(try await town.open({ .store($0) }, at: second).catalog.entries.compactMap(\.name) == ["Library"])
    #expect(await (try CatalogRun.read(source, at: "\(now)", now: now)).finish().isEmpty)
    #expect(try await town.open({ .store($0) }, at: second).catalog.entries.compactMap(\.name) == ["Gym"])
  }

  @Test func aFileThatIsNoStoreStays() async throws {
    let town = try Town()
    let path = try town.folder.write("a letter, not a database", to: "store.sqlite")
    let network = try town.network(at: first)
    let error = await #expect(throws: SessionError.self) { try await town.read(network) }
    guard case .unusableStore(path, _)? = error?.code else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try town.folder.read("store.sqlite") == "a letter, not a database")
    #expect(town.server.requests.isEmpty)
  }

  // MARK: - Watching

  @Test func changesAreReportedOnce() async throws {
    let town = try Town()
    let watch = ChangeWatch(town.plan.selection, kinds: [], ranks: [], traits: [])
    func round(_ failure: (any Error)? = nil) async throws -> [String] {
      let store = try SnapshotStore.open(path: town.folder.path())
      defer { store.close() }
      var reports: [String] = []
      try await watch.round(in: store) { report in
        switch report {
        case .started: reports.append("started")
        case .interrupted: reports.append("interrupted")
        case .changes(let log, _): reports += log.entries.map(\.id.description)
        }
        if let failure { throw failure }
      }
      return reports
    }
    try await town.collect("Library", at: "2026-11-09T12:00:00Z")
    #expect(try await round() == ["started"])
    #expect(try await round() == [])
    try await town.collect("Reading Room", at: "2026-11-16T12:00:00Z")
    await #expect(throws: BadTestData.self) { try await round(BadTestData(text: "the hook failed")) }
    #expect(try await round() == ["town/a/p0"], "changes that could not be reported are reported in the next round")
    #expect(try await round() == [])
  }
}
