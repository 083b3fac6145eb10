import Aggregation
import CampusCatalog
import CatalogDiff
import CatalogSession
import FeedKit
import Fetching
import OpeningHours
import SnapshotStore
import TestKit
import Testing

/// The history, the sources and the past of entries that a catalog delivered.
@Suite struct UpstreamTests {
  private static let address = "https://state.example/catalog.json"
  private let server = DictionaryClient()
  private let folder: TemporaryFolder
  private let registry: Registry

  init() throws {
    folder = try TemporaryFolder()
    let file = #"{"feeds":[{"id":"everywhere/state","adapter":"catalog","campuses":["town"],"addresses":{"catalog":"\#(Self.address)"}}]}"#
    registry = try Registry().adding(Array(file.utf8), file: "state.json")
  }

  /// Makes a run of a program that reads the town, and then one of this program. Returns this program's catalog.
  private func collect(_ names: String..., at time: String) async throws -> CatalogParts {
    let town = try Town()
    town.server.put(Town.reply(names), at: Town.address)
    let upstream = CatalogBytes()
    try await town.read(try town.network(at: time)).finish(writingTo: upstream).written.get()
    server.put(String(decoding: upstream.bytes, as: UTF8.self), at: Self.address)
    var network = NetworkSource(client: server, clock: try StepClock(time), store: .file(path: folder.path()))
    network.options.refresh = true
    let plan = try Plan(RunSelection(feeds: [try parsed("everywhere/state", FeedID.init)]), in: registry)
    let run = try await CatalogRun.read(.network(network, plan), now: network.clock.now())
    #expect(await run.finish().isEmpty)
    return run.catalog
  }

  private func open(_ source: (StoredCatalog) -> CatalogRequest.Source, selecting campus: String? = nil, as isRun: Bool = false)
    async throws -> CatalogSession
  {
    let stored = StoredCatalog(try SnapshotStore.open(path: folder.path(), readOnly: true), path: folder.path())
    var request = CatalogRequest(source(stored), now: try parsed("2026-11-24T12:00:00Z", Instant.init))
    request.registry = registry
    if let campus { request.selection = RunSelection(campuses: [try parsed(campus, CampusID.init)]) }
    if isRun { request.selection = RunSelection(feeds: [try parsed("everywhere/state", FeedID.init)]) }
    return try await CatalogSession.open(request)
  }

  @Test func entriesHaveTheirHistory() async throws {
    _ = try await collect("Library", "Gym", at: "2026-11-23T12:00:00Z")
    let second = try await collect("Library", "Sports Hall", at: "2026-11-23T13:00:00Z")
    #expect(try second.catalog().entries.map(\.name) == ["Library", "Sports Hall"], "\(second.feeds)")
    let store = try SnapshotStore.open(path: folder.path(), readOnly: true)
    let match = try #require(try await StoredHistory.matches("Sports Hall", in: store, registry).first)
    #expect(match.id.description == "town/a/p1")
    let history = try await StoredHistory(of: match, in: store)
    #expect(history.zone?.name == "Europe/London")
    #expect(history.history.steps.count == 2, "\(history.history.steps)")
    #expect(history.checkedAt[match.id] == Instant("2026-11-23T13:00:00Z"))
    #expect(try await store.check() == [])
    // An entry that has not changed, too.
    let library = try #require(try await StoredHistory.matches("town/a/p0", in: store, registry).first)
    #expect(try await StoredHistory(of: library, in: store).history.steps.count == 1)
    // The snapshots of the catalog are catalogs.
    let snapshot = try #require(try await store.snapshots(limit: 1).first)
    #expect(snapshot.feed.description == "everywhere/state" && snapshot.changed == 1)
    let past = try await store.catalog(ofSnapshot: snapshot.id, registry)
    #expect(try past.catalog().entries == second.catalog().entries)
    #expect(past.campuses.map(\.name) == ["Town"])
  }

  @Test func questionsUseTheStore() async throws {
    let run = try await collect("Library", "Gym", at: "2026-11-23T12:00:00Z")
    let session = try await open({ .store($0) }, selecting: "town")
    #expect(session.catalog.entries == (try run.catalog().entries))
    #expect(session.feeds.map(\.id.description) == ["everywhere/state", "town/a"])
    #expect(session.feeds.last?.via == [Self.address] && session.feeds.last?.outcome == .unchanged)
    #expect(session.zone?.name == "Europe/London")
    let entry = try #require(session.catalog.entries.last)
    let pointers = await session.recordPointers(of: entry)
    #expect(pointers[entry.id]?.pointer == "/entries/1")
    // The output of the run, byte for byte.
    let past = try await open({ .pastRun($0, asOf: "latest") }, as: true)
    #expect(CatalogWriter.bytes(of: past.catalog) == CatalogWriter.bytes(of: try run.catalog().withoutEverywhere))
  }
}

extension Catalog {
  /// The catalog as a session shows it.
  fileprivate var withoutEverywhere: Catalog {
    let read = Set(feeds.filter { $0.outcome.isDelivered }.map(\.campus))
    return Catalog(generatedAt: generatedAt, campuses: campuses.filter { read.contains($0.id) }, feeds: feeds, entries: entries)
  }
}
