import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import SimdJSON
import TestKit
@testable import Aggregation
import Testing

/// The lines of `aggregate work`: what they contain, and which are refused.
@Suite struct WorkLineTests {
  private static let now = "2026-11-21T17:00:00Z"

  private static func plan(_ file: String, _ options: PollOptions = PollOptions(), after last: [UInt8] = []) async throws -> [String] {
    let registry = try Registry(campuses: []).adding(Array(file.utf8), file: "test.json")
    let filters = Filters(registry: registry, generator: SeededGenerator(seed: 1))
    return Filters.lines(try await filters.plan(last, at: try Instant.at(now), options)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func file(_ feeds: String...) -> String {
    #"{"campuses":[{"id":"town","name":"Town","timeZone":"Europe/London"}],"feeds":[\#(feeds.joined(separator: ","))]}"#
  }

  /// Headers are written with the names of their variables, never with values.
  @Test func plansHaveNoSecrets() async throws {
    let lines = try await Self.plan(
      Self.file(#"{"id":"town/a","adapter":"penn","addresses":{"venues":"https://a.example/"},"headers":{"X-Key":"Bearer ${TOWN_KEY}"}}"#))
    let line = try #require(lines.first)
    #expect(line.hasPrefix(#"{"key":"0 https://a.example:443 town/a","type":"feed","version":1,"server":"https://a.example:443","#))
    #expect(line.contains(#""headers":{"X-Key":"Bearer ${TOWN_KEY}"}"#))
    // The line makes the same feed again.
    guard case .feed(let feed)? = try Self.read(line) else { return #expect(Bool(false), "not a feed") }
    #expect(feed.server == "https://a.example:443")
    #expect(String(decoding: WorkLine.feed(feed).bytes, as: UTF8.self) == line)
  }

  /// Feeds that share servers, also through a third feed, are in one group.
  @Test func feedsThatShareServersAreInOneGroup() async throws {
    let lines = try await Self.plan(
      Self.file(
        #"{"id":"town/a","adapter":"penn","addresses":{"venues":"http://z.example/a"}}"#,
        #"{"id":"town/b","adapter":"penn","addresses":{"venues":["https://y.example/b","http://Z.example:80/b"]}}"#,
        #"{"id":"town/c","adapter":"penn","addresses":{"venues":["https://y.example:443/c","https://x.example/c"]}}"#,
        #"{"id":"town/d","adapter":"penn","addresses":{"venues":"https://z.example/d"}}"#,
        #"{"id":"town/e","adapter":"penn","addresses":{"venues":"https://w.example/e"},"hosts":["v.example"]}"#,
        #"{"id":"town/f","adapter":"penn","addresses":{"venues":"https://u.example/f"},"hosts":["v.example"]}"#))
    let keys = lines.filter { $0.contains(#""type":"feed""#) }.map { $0.dropFirst(8).prefix { $0 != "\"" } }
    #expect(
      keys
        == [
          "0 http://z.example:80 town/a", "0 http://z.example:80 town/b", "0 http://z.example:80 town/c", "0 http://v.example:80 town/e",
          "0 http://v.example:80 town/f", "0 https://z.example:443 town/d",
        ].sorted())
  }

  /// Feeds that are switched off, or that programs read, have results at once.
  @Test func feedsThatAreNotPolledHaveResults() async throws {
    let manifest = try #require(Registry().adapters.first { $0.manifest.requests == ["venues"] }).manifest
    let off = #"{"id":"town/off","adapter":"penn","enabled":false,"addresses":{"venues":"https://a.example/"}}"#
    let registry = try Registry(campuses: []).adding(
      Array(
        Self.file(off, #"{"id":"town/run","adapter":"exec","command":["./town.py"],"addresses":{"venues":"https://a.example/"}}"#).utf8),
      file: "test.json", executable: { _ in ProgramStub(manifest: manifest) })
    let filters = Filters(registry: registry, generator: SeededGenerator(seed: 1))
    let input = try Filters.input(try await filters.plan(at: try Instant.at(Self.now)))
    let reports = try input.feedIDs.sorted().map { id in try #require(input.results[id]).report }
    #expect(reports.map(\.outcome) == [.disabled, .disabled])
    #expect(reports.map(\.reason?.description) == ["config.disabled", "work.program"])
    #expect(input.feeds.isEmpty)
  }

  /// The result of a process that died is missing: its feeds are absent, and all others are merged.
  @Test func feedsWithoutResultAreAbsent() async throws {
    let registry = try Registry(campuses: []).adding(
      Array(Self.file(#"{"id":"town/a","adapter":"penn","addresses":{"venues":"https://a.example/"}}"#).utf8), file: "test.json")
    let now = try Instant.at(Self.now)
    let plan = try await Filters(registry: registry, generator: SeededGenerator(seed: 1)).plan(at: now)
    let catalog = try Filters.assemble(try await Filters.merge(plan, at: now), at: now)
    #expect(catalog.contains(#""outcome":"absent","reason":"work.missing""#), "\(catalog)")
  }

  /// Entries that are neither in the input nor in the previous results are missing, not empty.
  @Test func resultsWithoutTheirEntriesAreAbsent() async throws {
    let registry = try Registry(campuses: []).adding(
      Array(Self.file(#"{"id":"town/a","adapter":"penn","addresses":{"venues":"https://a.example/"}}"#).utf8), file: "test.json")
    let now = try Instant.at(Self.now)
    let plan = try await Filters(registry: registry, generator: SeededGenerator(seed: 1)).plan(at: now)
    let results = try await Filters.read(plan, from: Recording { $0 == "town/a/venues.json" ? Array(Texts.venues(2).utf8) : nil }, at: now)
    let all = Filters.lines(results)
    let without = Array(all.filter { !String(decoding: $0, as: UTF8.self).contains(#""type":"entry""#) }.joined())
    #expect(all.count > Filters.lines(without).count)
    let absent = try Filters.assemble(try await Filters.merge(without, at: now), at: now)
    #expect(absent.contains(#""outcome":"absent","reason":"work.entries""#), "\(absent)")
    let found = try Filters.assemble(try await Filters.merge(without, previous: results, at: now), at: now)
    let whole = try Filters.assemble(try await Filters.merge(results, at: now), at: now)
    #expect(found == whole && whole.contains("Venue 2"))
  }

  /// One catalog for each campus has the same lines as the catalog of all.
  @Test func campusesAreAssembledAlone() async throws {
    func entries(_ catalog: String) throws -> [String] { try CatalogReader.read(Array(catalog.utf8)).entries.map(\.id.description) }
    var campuses = 0
    for seed in 0..<10 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let random = RandomRegistry(&generator)
      let registry = try Registry(campuses: []).adding(Array(random.file.utf8), file: "random.json")
      let now = try Instant.at(Self.now)
      let plan = try await Filters(registry: registry, generator: generator).plan(at: now)
      let results = try await Filters.read(plan, from: Recording { [bodies = random.bodies] in bodies[$0].map { Array($0.utf8) } }, at: now)
      let merged = try await Filters.merge(results, at: now)
      let each = try Filters.assembleCampuses(merged, at: now).map(entries)
      #expect(try each.flatMap(\.self) == entries(try Filters.assemble(merged, at: now)), "seed \(seed)")
      campuses = max(campuses, each.count)
    }
    #expect(campuses > 1)
  }

  private static let entry =
    #"{"id":"town/a/x","kind":"place","campus":"town","name":"X","category":"other","sources":[{"feed":"town/a","record":"x"}]}"#

  @Test(arguments: [
    ("{\n", "test:2:"),
    ("[]\n", "expected a line of aggregate work (an object)"),
    (#"{"key":"x","type":"plan","version":1}"# + "\n", "unknown type \"plan\""),
    (#"{"key":"x","type":"entry","version":2}"# + "\n", "this program reads version 1"),
    (#"{"key":"3 town/a/y","type":"entry","version":1,"entry":\#(entry)}"# + "\n", "the key of this line is \"3 town/a/x\""),
    (#"{"key":"3 town/a/x","type":"entry","version":1,"entry":\#(entry),"more":1}"# + "\n", "unknown key \"more\""),
    (#"{"key":"3 town/a/x","type":"entry","version":1,"entry":\#(entry)}"#, "the last line is incomplete"),
    (
      #"{"key":"3 town/a/w","type":"entry","version":1,"entry":\#(entry.replacing("/x", with: "/w").replacing("X", with: "Y"))}"# + "\n",
      "appears twice"
    ),
    (
      #"{"key":"2 town/a","type":"report","version":1,"report":{"id":"town/a","campus":"town","adapter":"penn","outcome":"fresh"}}"# + "\n",
      "only aggregate work assemble reads it"
    ),
    (
      #"{"key":"2 town/a","type":"result","version":1,"report":{"id":"town/a","campus":"town","adapter":"penn","outcome":"fresh"},"#
        + #""priority":0,"content":"ABC"}"# + "\n", "expected a SHA-256"
    ),
    (
      #"{"key":"2 town/a","type":"result","version":1,"report":{"id":"town/a","campus":"town","adapter":"penn","outcome":"fresh"},"#
        + #""priority":0,"state":{"key":"k","requests":[{"label":"v","key":"","etag":"a\r\nHost: b","body":"0","url":"","headers":{},"#
        + #""receivedAt":"2026-11-21T17:00:00Z"}]}}"# + "\n", "expected the value of a header"
    ),
    (
      #"{"key":"2 town/a","type":"result","version":1,"report":{"id":"town/a","campus":"town","adapter":"penn","outcome":"fresh"},"#
        + #""priority":0,"state":{"key":"k","requests":[{"label":"../../v","key":"","etag":"a","body":"0","url":"","headers":{},"#
        + #""receivedAt":"2026-11-21T17:00:00Z"}]}}"# + "\n", "expected the label of a request"
    ),
    (#"{"key":"1 other","type":"campus","version":1,"campus":{"id":"town","name":"Town"}}"# + "\n", "the key of the campus town is"),
    (#"{"key":"0 s town/a","type":"feed","version":1,"server":"s","group":"s","registry":{"campuses":[]}}"# + "\n", "expected one feed"),
  ])
  func unreadableLinesAreRefused(_ text: String, _ message: String) throws {
    let first = #"{"key":"3 town/a/w","type":"entry","version":1,"entry":\#(Self.entry.replacing("/x", with: "/w"))}"# + "\n"
    let error = try #require(throws: FileError.self) { _ = try Filters.input(Array((first + text).utf8)) }
    #expect(error.line == 2 && error.description.contains(message), "\(error)")
  }

  @Test(arguments: [
    (["3 b", "3 a"], "the line is out of order"), (["3 a", "3 a"], "the line \"3 town/a/a\" appears twice"),
    (["4 https://a.example:443"], "is not one of a catalog"), (["3 town"], "there is no line of the campus town"),
  ])
  func unsortedLinesAreNotAssembled(_ keys: [String], _ message: String) throws {
    let campus = #"{"key":"1 town","type":"campus","version":1,"campus":{"id":"town","name":"Town"}}"# + "\n"
    let lines = keys.map { key in
      key.hasPrefix("4")
        ? #"{"key":"\#(key)","type":"server","version":1,"group":"","origin":"\#(key.dropFirst(2))","failures":0,"openings":0}"# + "\n"
        : #"{"key":"3 town/a/\#(key.dropFirst(2))","type":"entry","version":1,"entry":"#
          + Self.entry.replacing("/x", with: "/\(key.dropFirst(2))") + "}\n"
    }
    let text = (keys == ["3 town"] ? "" : campus) + lines.joined()
    let error = try #require(throws: FileError.self) {
      var assembly = try WorkAssembly(Filters.reader(Array(text.utf8)), generatedAt: try Instant.at(Self.now))
      try assembly.write { _ in }
    }
    #expect(error.description.contains(message), "\(error)")
  }

  private static func read(_ line: String) throws -> WorkLine? {
    var reader = Filters.reader(Array(line.utf8))
    return try reader.next()
  }

  /// An adapter that stands for a program.
  private struct ProgramStub: ExternalAdapter {
    let manifest: AdapterManifest

    var refusal: AdapterError? { nil }

    func limited(to remaining: @escaping @Sendable () -> Duration?) -> any FeedAdapter { self }

    func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) {}
  }
}
