import Basics
import CampusCatalog
import FeedKit
import Fetching
import Foundation
import OpeningHours
import TestKit
import Testing

@testable import Aggregation

/// Lines of results that do not fit in memory.
@Suite struct ResultSpillTests {
  private let folder = try? TemporaryFolder()

  private static func lines(_ number: Int) -> LazyEntryLines {
    let text = String(repeating: #"{"id":"town/a/\#(number)"}"# + "\n", count: 1 + number % 7)
    let content = number.isMultiple(of: 2) ? SHA256.hash(Array("\(number)".utf8)).hexadecimal : nil
    return LazyEntryLines(EntryLines(bytes: Array(text.utf8), count: 1 + number % 7), content: content)
  }

  /// A store that has the results with even numbers.
  private struct Store: FeedStore {
    let base = EmptyStore()

    func states(of feeds: [FeedID]) -> [FeedID: FeedState] { [:] }
    func hosts() -> [HostState] { [] }
    func entries(of feed: FeedID) async throws(StoreError) -> [UInt8] { try base.entries(of: feed) }
    func body(_ sha256: String) -> [UInt8]? { nil }
    func commit(_ update: FeedUpdate) {}
    func commit(_ hosts: [HostUpdate]) {}

    func unloaded(_ lines: LazyEntryLines) -> LazyEntryLines? {
      guard let number = (0..<200).first(where: { lines.content != nil && ResultSpillTests.lines($0).content == lines.content }) else {
        return nil
      }
      return LazyEntryLines(count: lines.count, size: lines.size, content: lines.content) {
        $1.copyBytes(from: try ResultSpillTests.lines(number).lines().bytes)
      }
    }
  }

  /// Concurrent tasks spill lines, and each gets its own back.
  @Test(arguments: [false, true])
  func linesAreTheSameAfterwards(_ hasStore: Bool) async throws {
    let folder = try #require(folder)
    let spill = ResultSpill(hasStore ? Store() : nil, folder: folder.url.path, mostInMemory: 500)
    let held = await withTaskGroup(of: (Int, LazyEntryLines).self) { group in
      for number in 0..<200 { group.addTask { (number, spill.hold(Self.lines(number))) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for (number, lines) in held {
      let expected = Self.lines(number)
      #expect(try lines.lines() == expected.lines())
      #expect(lines.content == expected.content && lines.size == expected.size)
    }
    #expect(held.reduce(0) { $0 + $1.1.bytesInMemory } <= 500)
    #expect(held.contains { $0.1.linesInMemory != nil }, "the first ones stay in memory")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty, "the file has no name")
  }

  @Test(arguments: [nil, "/dev/null/nowhere"])
  func linesStayInMemoryWithoutFile(_ folder: String?) throws {
    let spill = ResultSpill(nil, folder: folder, mostInMemory: 0)
    let lines = spill.hold(Self.lines(3))
    #expect(try lines.linesInMemory == Self.lines(3).lines())
  }

  /// Two feeds of one campus and a feed of another, with and without room for them in memory.
  @Test func catalogDoesNotDependOnSpill() async throws {
    var town = try Campuses(Campuses.two)
    let village = #"""
      {"campuses":[{"id":"village","name":"Village","timeZone":"Europe/London","country":"GB"}],
       "feeds":[{"id":"village/c","adapter":"whats-open","addresses":{"facilities":["https://c.example/"]}}]}
      """#
    town.registry = try town.registry.adding(Array(village.utf8), file: "village.json")
    town.set("town/a", [Campuses.facility("x", "Globe", 53.4), Campuses.facility("y", "Inn", 53.4)])
    town.set("town/b", [Campuses.facility("z", "Globe", 53.4)])
    town.set("village/c", [Campuses.facility("v", "Pub", nil)])
    let folder = try #require(folder)
    let bodies = town.bodies
    let moment = try #require(Instant("2026-11-21T17:00:00Z"))
    let plan = try Plan(RunSelection(), in: town.registry)
    let recording = Recording { path in bodies[path].map { Array($0.utf8) } }
    var catalogs: [[UInt8]] = []
    for folder in [nil, folder.url.path] {
      var aggregator = Aggregator(transport: recording, delivered: .replayed, spillingTo: folder)
      aggregator.mostInMemory = 0
      let run = await aggregator.read(plan, at: moment, now: moment)
      var bytes: [UInt8] = []
      try CatalogWriter.write(run.parts) { bytes += $0 }
      catalogs.append(bytes)
      if folder != nil {
        #expect(run.parts.parts.count == 2)
        for case .lines(let lines) in run.parts.parts { #expect(lines.bytesInMemory == 0) }
      }
    }
    #expect(catalogs[0] == catalogs[1])
    #expect(String(decoding: catalogs[0], as: UTF8.self).contains(#""aliases":["town/b/z"]"#), "the two feeds were merged")
  }
}
