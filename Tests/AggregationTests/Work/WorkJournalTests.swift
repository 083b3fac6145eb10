import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import TestKit
import Testing

/// A poll that is killed at any byte of its journal continues with the feeds that the journal lacks.
@Suite struct WorkJournalTests {
  private static let registry = #"""
    {"campuses":[{"id":"one","name":"One","timeZone":"Europe/London"}],
     "feeds":[
      {"id":"one/a","adapter":"penn","addresses":{"venues":["https://s1.example/a"]}},
      {"id":"one/b","adapter":"penn","addresses":{"venues":["https://s1.example/b"]}},
      {"id":"one/c","adapter":"penn","addresses":{"venues":["https://s2.example/c"]}},
      {"id":"one/d","adapter":"penn","addresses":{"venues":["https://s2.example/d"]}}]}
    """#

  private static func input(_ bytes: [UInt8]) throws -> WorkInput {
    var rest = bytes
    var reader = WorkReader("test") {
      defer { rest = [] }
      return rest
    }
    return try WorkInput(reading: &reader)
  }

  /// Returns the lines of a plan for the registry.
  private static func plan(at now: Instant) async throws -> [UInt8] {
    let registry = try Registry(campuses: []).adding(Array(registry.utf8), file: "test.json")
    return await WorkPlan.lines(of: try Plan(RunSelection(), in: registry), at: now).filter { line in
      switch line.key.first {
      case "0": line.key.contains("one/")
      default: line.key == "1 one"
      }
    }.flatMap(\.bytes)
  }

  /// Polls after an interruption. Returns the new part of the journal, the requests, and the keys of the output.
  private static func poll(_ plan: [UInt8], after journal: WorkJournal) async throws -> (
    journal: [[UInt8]], requests: [String], output: Set<String>
  ) {
    let clock = VirtualClock()
    let server = FakeServer(clock)
    for feed in ["s1.example/a", "s1.example/b", "s2.example/d"] {
      server.on("https://\(feed)", .page(Texts.venues(2, from: 1, name: "Venue of \(feed)"), etag: "\"1\"", [:]))
    }
    server.on("https://s2.example/c", .status(429, ["Retry-After": "2000"]))
    let work = try WorkPoll(try input(plan), journal: journal)
    let (parts, output) = (Guarded<[[UInt8]]>([]), Guarded<[UInt8]>([]))
    try await work.passOn { lines in output.withLock { $0 += lines } }
    await withTaskExecutorPreference(clock) {
      clock.beginRun()
      let transport = PoliteTransport(
        client: server, settings: FetchSettings(), clock: clock, hosts: work.store.hosts(), random: { 0.5 }, holds: { _ in }, log: { _ in })
      var options = PollOptions()
      options.refresh = true
      let live = LiveSource(transport: transport, store: work.store, options: options)
      await work.readInTurn(
        work.plan, by: Aggregator(live: live, jobs: 8), changes: { transport.hostChanges() },
        { lines in output.withLock { $0 += lines } },
        journal: { part, finished in
          parts.withLock { $0.append(part) }
          finished()
        })
      output.withLock { $0 += work.servers(transport.hostChanges()) }
    }
    let lines = String(decoding: output.withLock { $0 }, as: UTF8.self).split(separator: "\n")
    return (parts.withLock { $0 }, server.requests.map(\.url), Set(lines.map { $0.prefix { $0 != "," } }.map(String.init)))
  }

  @Test func continues() async throws {
    let now = VirtualClock().now()
    let plan = try await Self.plan(at: now)
    let whole = try await Self.poll(plan, after: WorkJournal())
    #expect(whole.journal.count == 4)
    let bytes = whole.journal.flatMap(\.self)
    var lengths = [0]
    for part in whole.journal { lengths.append(lengths[lengths.count - 1] + part.count) }
    for (finished, length) in lengths.enumerated() {
      for cut in [length, length + 1, (lengths[min(finished + 1, 4)] + length) / 2, max(length, lengths[min(finished + 1, 4)] - 1)] {
        guard finished == 4 || cut < lengths[finished + 1] else { continue }
        let journal = try WorkJournal(Array(bytes[..<min(cut, bytes.count)]), name: "journal")
        #expect(journal.length == length)
        let rest = try await Self.poll(plan, after: journal)
        #expect(rest.journal.count == 4 - finished)
        // The states of servers are in the journal, too: after the 429, nothing is sent.
        #expect(!rest.requests.contains("https://s2.example/d"))
        #expect(rest.requests.count <= 4 - finished)
        #expect(rest.output == whole.output)
      }
    }
  }

  /// A crash of the machine leaves zeros where blocks were not written, perhaps before blocks that were.
  @Test func partsFromZerosOnAreIgnored() async throws {
    let plan = try await Self.plan(at: VirtualClock().now())
    let parts = try await Self.poll(plan, after: WorkJournal()).journal
    let bytes = parts.flatMap(\.self)
    var length = 0
    for (finished, part) in parts.enumerated() {
      for zeros in [0..<1, 0..<part.count, part.count / 2..<part.count / 2 + 1, part.count - 1..<part.count] {
        var damaged = bytes
        for index in zeros { damaged[length + index] = 0 }
        let journal = try WorkJournal(damaged, name: "journal")
        #expect(journal.length == length)
        #expect(try await Self.poll(plan, after: journal).journal.count == parts.count - finished)
      }
      length += part.count
    }
  }

  @Test(arguments: ["not a journal", "GIF89a\0\0", "{}\n"]) func refusesOtherFiles(_ text: String) throws {
    #expect(throws: FileError.self) { try WorkJournal(Array(text.utf8), name: "journal") }
  }

  @Test func refusesOtherLines() async throws {
    let now = VirtualClock().now()
    let plan = try await Self.plan(at: now)
    #expect(throws: FileError.self) { try WorkJournal(plan, name: "journal") }
    let whole = try await Self.poll(plan, after: WorkJournal())
    let bytes = whole.journal.flatMap(\.self)
    #expect(throws: FileError.self) { try WorkJournal(bytes + bytes, name: "journal") }
    // A journal of another plan.
    let journal = try WorkJournal(bytes, name: "journal")
    #expect(throws: WorkError.self) { try WorkPoll(WorkInput(), journal: journal) }
  }
}
