import Aggregation
import CampusCatalog
import Fetching
import Foundation
import OpeningHours
import SimdJSON
import TestKit
import Testing

/// A replay divided into filters writes the same bytes as one process.
@Suite struct ReplayFilterTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let fixtures = ((try? FileManager.default.contentsOfDirectory(atPath: root.path + "/Fixtures")) ?? []).sorted().filter {
    FileManager.default.fileExists(atPath: root.path + "/Fixtures/\($0)/case.json")
  }

  private static func check(
    _ registry: Registry, _ recording: Recording, at now: Instant, seed: UInt64, _ selection: RunSelection = RunSelection()
  ) async throws {
    var filters = Filters(registry: registry, selection: selection, generator: Budget.generator(seed))
    let plan = try await filters.plan(at: now)
    var results: [UInt8] = []
    for part in filters.divided(plan, by: Filters.group) { results += try await Filters.read(part, from: recording, at: now) }
    let run = await Aggregator(transport: recording, delivered: .replayed).read(try Plan(selection, in: registry), at: now, now: now)
    let expected = try run.parts.text
    let found = try await filters.catalog(results, at: now)
    #expect(found == expected, "seed \(seed)")
  }

  @Test(arguments: fixtures.indices)
  func fixturesAreEqual(_ index: Int) async throws {
    let folder = Self.root.appendingPathComponent("Fixtures/\(Self.fixtures[index])")
    let files: Recording.Files = { path in
      let url = folder.appendingPathComponent(path)
      return FileManager.default.fileExists(atPath: url.path) ? Array(try Data(contentsOf: url)) : nil
    }
    let document = try JSONDocument(parsing: try #require(try files("case.json")))
    let now = try #require(document.root["at"]?.string.flatMap { Instant($0) })
    var registry = Registry()
    if let own = try files("registry.json") { registry = try registry.adding(own, file: "registry.json") }
    try await Self.check(registry, Recording(files: files), at: now, seed: UInt64(index))
  }

  @Test func randomRegistriesAreEqual() async throws {
    for seed in 0..<UInt64(Budget.isSoak ? 2000 : 200) {
      var generator = Budget.generator(seed)
      let campuses = RandomRegistry(&generator)
      let registry = try Registry(campuses: []).adding(Array(campuses.file.utf8), file: "random.json")
      try await Self.check(registry, campuses.recording, at: try Instant.at("2026-11-21T17:00:00Z"), seed: seed)
    }
  }

  /// Registries with catalogs that overlap with each other and with feeds, run as a whole or in part.
  @Test func catalogsAreEqual() async throws {
    let now = try Instant.at("2026-11-21T17:00:00Z")
    for seed in 0..<UInt64(Budget.isSoak ? 1000 : 100) {
      var generator = Budget.generator(seed)
      var campuses = RandomRegistry(&generator)
      var registry = try Registry(campuses: []).adding(Array(campuses.file.utf8), file: "random.json")
      for number in 0..<Int.random(in: 1...3, using: &generator) {
        let upstream = RandomRegistry(&generator)
        let plan = try Plan(RunSelection(), in: try Registry(campuses: []).adding(Array(upstream.file.utf8), file: "upstream.json"))
        let run = await Aggregator(transport: upstream.recording, delivered: .fresh).read(plan, at: now, now: now)
        let file = campuses.add(catalog: try run.parts.text, named: "c\(number)", &generator)
        registry = try registry.adding(Array(file.utf8), file: "catalog.json")
      }
      let isPart = Bool.random(using: &generator)
      let selection =
        isPart
        ? RunSelection(campuses: [try #require(CampusID("town-1"))], feeds: [try #require(FeedID("hub/c0"))]) : RunSelection()
      guard (try? Plan(selection, in: registry)) != nil else { continue }
      try await Self.check(
        registry.published(at: WebAddress("https://here.example/")), campuses.recording, at: now, seed: seed, selection)
    }
  }
}
