import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import SimdJSON
import TestKit
import Testing

/// Polls divided into filters write the same bytes as one process with a store, over many runs with failures of all kinds.
@Suite struct PollFilterTests {
  /// A process with its own store, or the filters with their lines: each has servers and a clock of its own, which behave the same.
  private struct Side {
    /// The campus "two" has another date after 90 minutes.
    let clock = VirtualClock("2026-11-22T03:30:00Z")
    let server: FakeServer

    init() { server = FakeServer(clock) }

    func transport(_ hosts: [HostState], _ holds: @escaping @Sendable ([HostUpdate]) async -> Void) -> PoliteTransport {
      PoliteTransport(client: server, settings: FetchSettings(), clock: clock, hosts: hosts, random: { 0.5 }, holds: holds, log: { _ in })
    }
  }

  private static let feeds = ["a": "s1", "b": "s1", "c": "s2", "d": "s3", "e": "s1", "f": "s2", "k": "s2"]

  private static func url(_ feed: String) -> String { "https://\(feeds[feed] ?? "").example/\(feed)" }

  private static let registry = #"""
    {"campuses":[{"id":"one","name":"One","timeZone":"Europe/London"},{"id":"two","name":"Two","timeZone":"America/New_York"}],
     "feeds":[
      {"id":"one/a","adapter":"penn","cadence":"PT15M","addresses":{"venues":["https://s1.example/a"]}},
      {"id":"one/b","adapter":"penn","cadence":"PT1H","priority":3,"addresses":{"venues":["https://s1.example/b"]}},
      {"id":"two/c","adapter":"whats-open","cadence":"PT15M",
       "addresses":{"facilities":["https://s2.example/c"],"alerts":["https://s3.example/alerts"]}},
      {"id":"one/f","adapter":"whats-open","cadence":"PT15M",
       "addresses":{"facilities":["https://s2.example/f"],"alerts":["https://s3.example/alerts"]}},
      {"id":"two/d","adapter":"penn","cadence":"PT30M","addresses":{"venues":["https://s3.example/d","https://s2.example/mirror"]}},
      {"id":"one/k","adapter":"catalog","cadence":"PT15M","campuses":["two","three"],"priority":1,"addresses":{"catalog":["https://s2.example/k"]}},
      {"id":"two/e","adapter":"mapping","cadence":"PT15M","addresses":{"records":["https://s1.example/e"]},
       "mapping":{"records":"","id":{"slug":["/n"]},"name":"/n",
        "location":{"building":"/b","coordinate":{"latitude":"/y","longitude":"/x"}}}},
      {"id":"two/m","adapter":"mapping","cadence":"PT30M",
       "addresses":{"records":{"url":"https://s4.example/m/{date}","days":3,"missing":"empty"}},"mapping":{"records":"","id":"/n","name":"/n"}}]}
    """#

  /// Returns the next answers of a server to one request.
  private static func answers(_ feed: String, _ version: Int, _ generator: inout some RandomNumberGenerator) -> [Answer] {
    let body: String =
      switch feed {
      // Two feeds have equal bodies now and then.
      case "c", "f": "[\((0..<3 + version % 3).map { Campuses.facility("f\($0)", "F \($0)", 53.4) }.joined(separator: ","))]"
      case "alerts": Texts.alert(1, "Alert \(version)")
      // Names change, and with them the ids.
      case "e": #"[{"n":"Gym \#(version)","b":"Hall","y":53.4,"x":-2.9},{"n":"Pool","b":"Hall","y":53.5,"x":-2.9}]"#
      case "k": Self.catalog(version)
      case _ where feed.hasPrefix("m/"): #"[{"n":"Soup of \#(feed) \#(version)"},{"n":"Bread of \#(feed)"}]"#
      default: Texts.venues([20, 20, 21, 3][version % 4], from: version % 7 == 6 ? 100 : 1, name: "Venue \(version / 3)")
      }
    let page = Answer.page(body, etag: "\"\(feed)-\(version)\"", ["Cache-Control": "max-age=\([0, 600, 3000][version % 3])"])
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return [.fails("connect.refused"), page]
    case 1: return [.status(500)]
    case 2: return [.status(404)]
    case 3: return [.status(429, ["Retry-After": "2000"])]
    case 4: return [.ok("[]")]
    case 5: return [.ok("<html>")]
    case 6: return [.status(503), page]
    case 7: return [.status(301, ["Location": "/moved"]), page]
    default: return [page]
    }
  }

  /// A catalog with the feed two/c, which is also polled here, and one of a campus that only the catalog has.
  private static func catalog(_ version: Int) -> String {
    let entries = (0..<[12, 13, 12, 2][version % 4]).map { number in
      #"{"id":"three/x/\#(number)","kind":"place","campus":"three","name":"Three \#(version / 2) \#(number)","category":"gym","#
        + #""sources":[{"feed":"three/x","record":"\#(number)"}]}"#
    }
    let other =
      #"{"id":"two/c/f0","kind":"place","campus":"two","name":"Theirs","category":"office","sources":[{"feed":"two/c","record":"f0"}]}"#
    let outcome = version % 5 == 4 ? #""stale","reason":"http.5xx""# : #""fresh""#
    return
      #"{"schema":"campus-catalog/1","generatedAt":"2026-11-20T00:00:00Z","campuses":[{"id":"three","name":"Three","timeZone":"Europe/London"},"#
      + #"{"id":"two","name":"Two","timeZone":"America/New_York"}],"feeds":["#
      + #"{"id":"three/x","campus":"three","adapter":"penn","outcome":\#(outcome),"fetchedAt":"2026-11-20T00:00:00Z","entries":\#(entries.count),"rejected":0},"#
      + #"{"id":"two/c","campus":"two","adapter":"whats-open","outcome":"fresh","fetchedAt":"2026-11-20T00:00:00Z","entries":1,"rejected":0}],"#
      + #""entries":[\#((entries.sorted() + [other]).joined(separator: ","))]}"#
  }

  @Test(arguments: Budget.seeds(10))
  func runsAreEqual(_ seed: UInt64) async throws {
    var generator = Budget.generator(seed)
    let registry = try Registry(campuses: []).adding(Array(Self.registry.utf8), file: "test.json")
    var filters = Filters(registry: registry, generator: generator)
    let (one, other) = (Side(), Side())
    let store = MemoryStore()
    let bodies = Guarded<[String: [UInt8]]>([:])
    var last: [UInt8] = []
    var roundsWithCatalog = 0
    for round in 0..<12 {
      for (name, url) in Self.feeds.keys.map({ ($0, Self.url($0)) }).sorted(by: { $0.0 < $1.0 }) + [
        ("alerts", "https://s3.example/alerts"), ("d", "https://s2.example/mirror"),
      ] + (21...24).map({ ("m/2026-11-\($0)", "https://s4.example/m/2026-11-\($0)") }) {
        var answers = Self.answers(name, Int.random(in: 0..<4, using: &generator) + round / 3, &generator)
        if name == "k", round == 0 { answers = [.page(Self.catalog(0), etag: "\"k\"", [:])] }
        one.server.on(url, answers)
        other.server.on(url, answers)
      }
      for server in ["s1", "s2", "s3", "s4"] {
        for side in [one, other] { side.server.on("https://\(server).example/moved", .status(404)) }
      }

      let run = try await withTaskExecutorPreference(one.clock) {
        one.clock.beginRun()
        let transport = one.transport(try await store.hosts()) { try? await store.commit($0) }
        let live = LiveSource(transport: transport, store: store, options: PollOptions())
        let run = await Aggregator(live: live, jobs: 64).read(try Plan(RunSelection(), in: registry), now: one.clock.now())
        #expect(await run.commit().isEmpty)
        return run
      }
      let expected = try run.parts.text

      let now = other.clock.now()
      let plan = try await filters.plan(last, at: now)
      var results: [UInt8] = []
      for part in filters.divided(plan, by: Filters.group) {
        // Each process starts at the same time.
        let work = try WorkPoll(
          try Filters.input(part), previous: PreviousResults([try Filters.input(last)]),
          bodies: { feed, label in bodies.withLock { $0["\(feed)/\(label).json"] } })
        let output = Guarded<[UInt8]>([])
        try await work.passOn { lines in output.withLock { $0 += lines } }
        await withTaskExecutorPreference(other.clock) {
          other.clock.set(now)
          other.clock.beginRun()
          let transport = other.transport(work.store.hosts()) { _ in }
          var options = PollOptions()
          options.refresh = true
          let live = LiveSource(transport: transport, store: work.store, options: options) { feed, reply in
            for (path, bytes) in Recording.files(of: reply, to: feed) { bodies.withLock { $0[path] = bytes } }
          }
          await work.read(work.plan, by: Aggregator(live: live, jobs: 64)) { lines in output.withLock { $0 += lines } }
          output.withLock { $0 += work.servers(transport.hostChanges()) }
        }
        results += output.withLock { $0 }
      }
      let found = try await filters.catalog(results, at: run.parts.generatedAt)
      try #require(found == expected, "seed \(seed), round \(round)")
      if expected.contains(#""id":"three/x/"#) { roundsWithCatalog += 1 }
      last = results
      // The clocks of both continue at the same time.
      other.clock.set(one.clock.now())
      for clock in [one.clock, other.clock] { clock.advance(seconds: 700) }
    }
    #expect(roundsWithCatalog > 0)
    let dates = Set(other.server.requests.map(\.url).filter { $0.contains("/m/") }.map { $0.suffix(2) })
    #expect(dates.contains("21") && dates.contains("22"), "seed \(seed)")
  }
}
