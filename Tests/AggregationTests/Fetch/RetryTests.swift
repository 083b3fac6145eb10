import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import TestKit
import Testing

/// Retries, their waits and their budget.
@Suite struct RetryTests {
  /// Fails once, twice or three times, then answers.
  @Test(arguments: [0, 1, 2, 3], [true, false])
  func temporaryFailureIsRetried(_ failures: Int, isWarm: Bool) async throws {
    let seed: UInt64 = 7
    let check = try await FaultCheck(isWarm: isWarm, seed: seed)
    let answers = Array(repeating: Answer.fails("connect.reset"), count: failures)
    guard failures < 3 else {
      try await check.expectStale("connect.reset", requests: 3, answers + [.ok(Texts.venues(4))])
      return
    }
    check.polling.server.on(Texts.venues, answers + [.ok(Texts.venues(4))])
    let report = try await check.run()
    #expect(report.outcome == .fresh, "seed \(seed)")
    #expect(report.attempts == failures + 1)
    #expect(check.requests.count == failures + 1)
    #expect(check.requests.allSatisfy { $0.headers["if-none-match"] == (isWarm ? FaultCheck.etag : nil) })
    #expect(check.polling.events.named("retry").map(\.attempt) == (0..<failures).map { $0 + 1 })
  }

  /// How long a feed took is stored with the run: its requests with their waits. A feed that is not requested has no duration.
  @Test func durationsIncludeWaits() async throws {
    let polling = try Polling(
      #"""
      {"feeds":[{"id":"penn/one","adapter":"penn","addresses":{"venues":["https://penn.example/venues"]}},
                {"id":"penn/two","adapter":"penn","addresses":{"venues":["https://other.example/venues"]}}]}
      """#)
    polling.server.on("https://penn.example/venues", [.fails("connect.refused"), .ok(Texts.venues(4)).after(.seconds(3))])
    polling.server.on("https://other.example/venues", .status(404))
    let feeds = [try Texts.feed("penn/one"), try Texts.feed("penn/two")]
    try await polling.run(feeds, isAlone: false)
    let run = try #require(polling.store.takeRun())
    #expect(run.feeds.map(\.id) == feeds && !run.durations.contains(nil))
    let times = polling.server.requests.filter { $0.url == "https://penn.example/venues" }.map(\.ticks)
    try #require(times.count == 2)
    #expect(run.durations.first == times[1] - times[0] + .seconds(3))
    try await polling.run([feeds[0]], isAlone: false)
    #expect(try #require(polling.store.takeRun()).durations == [nil], "not due")
  }

  /// Waits are uniform from zero to half a second, then to a second.
  @Test func retryWaitsAreUniform() async throws {
    var first: [Double] = []
    var second: [Double] = []
    let count = Budget.count(200)
    for seed in 1...UInt64(count) {
      var polling = try Polling(Self.oneFeed, seed: seed)
      // Without the gap between requests, only the waits decide when the next one is sent.
      polling.settings.gap = .zero
      polling.server.on("https://penn.example/venues", .fails("connect.refused"))
      try await polling.run([Texts.feed("penn/one")])
      let times = polling.server.requests.map(\.ticks)
      try #require(times.count == 3, "seed \(seed)")
      first.append((times[1] - times[0]) / .milliseconds(500))
      second.append((times[2] - times[1]) / .seconds(1))
    }
    for waits in [first, second] {
      #expect(waits.allSatisfy { $0 >= 0 && $0 <= 1 }, "seeds 1 to \(count)")
      // The distance exceeded by one in a thousand uniform samples of this size.
      let distance = Uniformity.distance(waits)
      #expect(distance < 1.95 / Double(count).squareRoot(), "the waits of seeds 1 to \(count) are \(distance) away from uniform")
    }
    #expect(Uniformity.distance(first.map { $0 * 0.7 }) > 1.95 / Double(count).squareRoot(), "the test detects values that are not uniform")
  }

  private static let oneFeed = #"""
    {"feeds":[{"id":"penn/one","adapter":"penn","addresses":{"venues":["https://penn.example/venues"]}}]}
    """#

  /// A tenth of the first attempts at the server, plus three.
  @Test(arguments: [(1, 2), (4, 3), (9, 3), (10, 4), (40, 7)])
  func retryBudgetOfServer(_ feeds: Int, _ retries: Int) async throws {
    let names = (1...feeds).map { "penn/f\($0)" }
    let polling = try Polling(Self.registry(names) { "https://penn.example/\($0)" })
    // The server answers, so its circuit stays closed.
    for name in names { polling.server.on("https://penn.example/\(name)", .status(408)) }
    let run = try await polling.run(try names.map(Texts.feed))
    #expect(run.feeds.allSatisfy { $0.reason == .http(408) })
    #expect(polling.server.requests.count == feeds + retries)
    #expect(run.feeds.compactMap(\.attempts).reduce(0, +) == feeds + retries)
  }

  /// The failures of one server use no retries of another.
  @Test func serversHaveTheirOwnRetryBudgets() async throws {
    let names = (1...20).map { "penn/f\($0)" }
    let polling = try Polling(Self.registry(names) { "https://\($0.dropFirst(5)).example/venues" })
    for name in names { polling.server.on("https://\(name.dropFirst(5)).example/venues", .fails("connect.refused")) }
    let run = try await polling.run(try names.map(Texts.feed))
    #expect(run.feeds.allSatisfy { $0.reason == .connectRefused && $0.attempts == 3 })
  }

  static func registry(_ feeds: [String], cadence: String = "PT1H", _ address: (String) -> String) -> String {
    let entries = feeds.map {
      #"{"id":"\#($0)","adapter":"penn","cadence":"\#(cadence)","addresses":{"venues":["\#(address($0))"]}}"#
    }
    return #"{"feeds":[\#(entries.joined(separator: ","))]}"#
  }

  /// A run close to its deadline does not wait for another attempt.
  @Test func noRetryAfterDeadline() async throws {
    var polling = try Polling(Self.oneFeed)
    polling.settings.deadline = .seconds(15)
    polling.server.on("https://penn.example/venues", .hangs)
    let run = try await polling.run([Texts.feed("penn/one")])
    #expect(run.feeds.map(\.reason?.description) == ["timeout.first_byte"])
    #expect(polling.server.requests.count == 1)
  }

  /// The circuit opens between two attempts: the reason is the failure, not the open circuit.
  @Test(arguments: [true, false])
  func circuitOpensBetweenRetries(isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    var host = HostState(origin: "https://penn.example:443")
    host.failures = 3
    try await check.polling.store.commit([HostUpdate(host)])
    try await check.expectStale("connect.refused", requests: 2, [.fails("connect.refused")])
    #expect(check.polling.events.named("circuit.open").count == 1)
    // A held server gets no requests, even with --refresh.
    #expect(try await check.run { $0.refresh = true }.reason == .circuitOpen)
    #expect(check.requests.isEmpty)
    check.polling.clock.advance(seconds: 31)
    #expect(try await check.run { $0.refresh = true }.reason == .connectRefused)
    #expect(check.requests.count == 1)
  }
}
