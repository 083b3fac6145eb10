import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import TestKit
@testable import Aggregation
import Testing

/// Lines that are lost, repeated or out of date: nothing gets lost silently, and no feed stays without its entries.
@Suite struct LostLineTests {
  private let now: Instant
  private let recording = Recording { $0 == "town/a/venues.json" ? Array(Texts.venues(20).utf8) : nil }

  init() throws { now = try Instant.at("2026-11-21T17:00:00Z") }

  private func filters(isEnabled: Bool = true) throws -> Filters {
    let file = #"""
      {"campuses":[{"id":"town","name":"Town","timeZone":"Europe/London"}],
       "feeds":[{"id":"town/a","adapter":"penn","enabled":\#(isEnabled),"addresses":{"venues":"https://a.example/"}}]}
      """#
    return Filters(
      registry: try Registry(campuses: []).adding(Array(file.utf8), file: "test.json"), generator: SeededGenerator(seed: 1))
  }

  private func results() async throws -> [UInt8] {
    try await Filters.read(try await filters().plan(at: now), from: recording, at: now)
  }

  private static func count(_ type: String, _ lines: [UInt8]) -> Int {
    Filters.lines(lines).count { String(decoding: $0, as: UTF8.self).contains(#""type":"\#(type)""#) }
  }

  private static func without(_ text: String, _ lines: [UInt8]) -> [UInt8] {
    Array(Filters.lines(lines).filter { !String(decoding: $0, as: UTF8.self).contains(text) }.joined())
  }

  /// A feed that is switched off for a run has its entries when it is read again.
  @Test func switchedOffFeedsKeepTheirEntries() async throws {
    let last = try await results()
    let off = try await filters(isEnabled: false).plan(last, at: now)
    let next = try await Filters.read(off, previous: last, from: recording, at: now)
    #expect(Self.count("entry", next) == 20 && Self.count("feed", off) == 0)
    let catalog = try Filters.assemble(try await Filters.merge(next, at: now), at: now)
    #expect(catalog.contains(#""reason":"config.disabled""#) && !catalog.contains("Venue 2"))
    let again = try Filters.input(try await filters().plan(next, at: now))
    #expect(again.feeds.values.first?.state?.lastGood?.entries == 20)
  }

  /// A result that is no catalog has only entries of its own feed, even if their hash is right.
  @Test func entriesOfOtherFeedsAreRefused() async throws {
    let all = String(decoding: try await results(), as: UTF8.self)
    let theirs = try Filters.input(Array(all.utf8)).results.values.first?.content
    let content = try #require(theirs)
    let entry =
      #"{"id":"town/b/1","kind":"place","campus":"town","name":"B","category":"other","sources":[{"feed":"town/b","record":"1"}]}"#
    let hash = SHA256.hash(Array("\(entry)\n".utf8)).hexadecimal
    let lines = Self.without(#""type":"entry""#, Array(all.replacing(content, with: hash).utf8))
    let foreign = #"{"key":"3 town/a town/b/1","type":"entry","version":1,"from":"town/a","entry":\#(entry)}"# + "\n"
    let catalog = try Filters.assemble(try await Filters.merge(lines + Array(foreign.utf8), at: now), at: now)
    #expect(catalog.contains(#""outcome":"absent","reason":"work.entries""#) && !catalog.contains("town/b"), "\(catalog)")
    #expect(!catalog.contains(#""entries":20"#), "the report has no numbers of a result that is not used")
  }

  /// The previous entries may be lines of the input.
  @Test func inputsHaveEntries() async throws {
    let last = try await results()
    let off = try await filters(isEnabled: false).plan(last, at: now)
    let entries = Array(Filters.lines(last).filter { $0.starts(with: #"{"key":"3"#.utf8) }.joined())
    #expect(Self.count("entry", try await Filters.read(off + entries, from: recording, at: now)) == 20)
  }

  /// A feed whose last entries are lost is read again, even if its bytes are the same.
  @Test func feedsWithLostEntriesAreReadAgain() async throws {
    let last = try await results()
    let plan = try Filters.input(try await filters().plan(last, at: now))
    let feed = try Texts.feed("town/a")
    let whole = WorkStore(plan, previous: PreviousResults([try Filters.input(last)]))
    let lost = WorkStore(plan, previous: PreviousResults([try Filters.input(Self.without("/venue", Self.without("dining", last)))]))
    let damaged = WorkStore(plan, previous: PreviousResults([try Filters.input(Self.without(#""3 town/a/7""#, last))]))
    #expect(try await whole.states(of: [feed])[feed]?.lastGood?.entries == 20)
    for store in [lost, damaged] {
      let state = try #require(try await store.states(of: [feed])[feed])
      #expect(state.requests.values.allSatisfy { $0.key.isEmpty && $0.validators.isEmpty })
    }
  }

  /// A feed whose process died keeps its state: that of its plan.
  @Test func plansHaveTheStatesOfFeedsWithoutResult() async throws {
    let last = try await results()
    let plan = try await filters().plan(last, at: now)
    let dead = try Filters.input(plan)
    #expect(dead.states == (try Filters.input(last)).states && dead.states.count == 1)
    // The plan and its results may be read together.
    let both = try Filters.input(plan + (try await Filters.read(plan, previous: last, from: recording, at: now)))
    #expect(both.results.count == 1 && both.feeds.count == 1)
  }

  @Test func lostResultsAreNoticed() async throws {
    let results = Self.without(#""type":"result""#, try await results())
    let error = try await #require(throws: WorkError.self) { _ = try await Filters.merge(results, at: now) }
    #expect(error.message.contains("entries of town/a, but not its result"))
  }

  @Test(arguments: [
    (#""3 town/a/20""#, "has 19 entries here, and had 20"), (#""2 town/a""#, "has 0 reports here, and had 1"),
    (#""type":"entry""#, "has 0 entries here, and had 20"),
  ])
  func lostLinesAreNotAssembled(_ text: String, _ message: String) async throws {
    let merged = try await Filters.merge(try await results(), at: now)
    let error = try #require(throws: FileError.self) { _ = try Filters.assemble(Self.without(text, merged), at: now) }
    #expect(error.message.contains(message), "\(error)")
    #expect(try Filters.assemble(merged, at: now).contains("Venue 20"))
  }

  /// A pause that a server demands is written at once, and a plan's earliest time is respected.
  @Test func pausesSurvive() async throws {
    var hold = HostState(origin: "https://a.example:443")
    hold.notBefore = now.adding(seconds: 600)
    let lines = WorkLine.server(WorkServer(hold)).bytes
    let plan = try await filters().plan(lines, at: now)
    #expect(String(decoding: plan, as: UTF8.self).contains(#""notBefore":"2026-11-21T17:10:00Z","registry""#))
    // The line of the server is lost.
    let store = WorkStore(try Filters.input(Self.without(#""type":"server""#, plan)))
    #expect(store.hosts().map(\.notBefore) == [hold.notBefore])
    let written = Guarded<[UInt8]>([])
    store.writeHolds { lines in written.withLock { $0 += lines } }
    try store.commit([HostUpdate(hold)])
    #expect(written.withLock { $0 } == lines)
  }
}
