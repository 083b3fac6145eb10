import CampusCatalog
import FeedKit
@testable import Fetching
import Basics
import OpeningHours
import Testing

@testable import Aggregation

/// Throttling of servers over many feeds.
@Suite struct HostThrottleTests {
  private static func feeds(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "penn/f\($0)" } }

  private static func outcomes(_ run: Aggregator.Run) -> [String: Int] {
    Dictionary(run.feeds.map { ("\($0.outcome.rawValue) \($0.reason?.description ?? "-")", 1) }, uniquingKeysWith: +)
  }

  private func check(_ polling: Polling, _ run: Aggregator.Run) {
    for report in run.feeds {
      let endings = polling.events.endings(of: report.id)
      #expect(endings.map(\.event) == ["feed.\(report.outcome.rawValue)"])
    }
  }

  /// Twenty feeds of one dead server beside eighty healthy servers.
  @Test(arguments: [1, 2, 3], ["connect.refused", "timeout.connect", "dns.failed"])
  func deadServerOpensCircuit(_ seed: UInt64, _ reason: String) async throws {
    let names = Self.feeds(1...100)
    func address(_ name: String) -> String {
      let number = Int(name.dropFirst(6)) ?? 0
      return number % 5 == 0 ? "https://dead.example/\(number)" : "https://host\(number).example/venues"
    }
    let polling = try Polling(RetryTests.registry(names, address), seed: seed)
    for name in names {
      polling.server.on(address(name), address(name).contains("dead") ? .fails(reason) : .ok(Texts.venues(2)))
    }
    let run = try await polling.run(try names.map(Texts.feed))
    check(polling, run)
    let outcomes = Self.outcomes(run)
    #expect(outcomes["fresh -"] == 80, "\(outcomes), seed \(seed)")
    #expect((outcomes["absent \(reason)"] ?? 0) + (outcomes["absent circuit.open"] ?? 0) == 20, "\(outcomes), seed \(seed)")
    #expect((outcomes["absent circuit.open"] ?? 0) >= 15, "\(outcomes), seed \(seed)")
    #expect(polling.server.requests.count <= 113, "seed \(seed)")
    #expect(polling.server.requests.count { $0.url.contains("dead") } == 5, "seed \(seed)")
    #expect(polling.events.named("circuit.open").count == 1)
    #expect(polling.server.mostInFlight("dead.example") == 1)
    // Half a minute later one probe is sent, and the other requests wait for its result.
    polling.clock.advance(seconds: 1800)
    polling.server.clear()
    try await polling.run(try names.map(Texts.feed)) { $0.refresh = true }
    #expect(polling.server.requests.count { $0.url.contains("dead") } == 1, "seed \(seed)")
    let host = try await polling.store.hosts().first { $0.origin == "https://dead.example:443" }
    #expect(host?.openings == 2)
    #expect(host?.notBefore.map { $0.seconds(since: polling.clock.now()) <= 60 } == true)
    // The server works again: the probe succeeds, and all feeds are read.
    for name in names { polling.server.on(address(name), .ok(Texts.venues(3))) }
    polling.clock.advance(seconds: 1800)
    let last = try await polling.run(try names.map(Texts.feed)) { $0.refresh = true }
    #expect(Self.outcomes(last) == ["fresh -": 100])
    #expect(try await polling.store.hosts().first { $0.origin == "https://dead.example:443" }?.failures == 0)
  }

  /// A probe without a conclusive result does not block the others forever.
  @Test(arguments: ["policy.address", "body.too_large", "http.header_limit", "503", "late"])
  func inconclusiveProbeDoesNotBlockOthers(_ what: String) async throws {
    let names = Self.feeds(1...4)
    var polling = try Polling(RetryTests.registry(names) { "https://one.example/\($0)" })
    var host = HostState(origin: "https://one.example:443")
    (host.notBefore, host.failures) = (polling.clock.now(), 1)
    try await polling.store.commit([HostUpdate(host)])
    polling.clock.advance(seconds: 1)
    polling.settings.deadline = .seconds(14)
    let odd: Answer = what == "503" ? .status(503) : what == "late" ? .hangs : .fails(what)
    for name in names { polling.server.on("https://one.example/\(name)", odd) }
    let run = try await polling.run(try names.map(Texts.feed))
    check(polling, run)
    #expect(run.feeds.allSatisfy { $0.outcome == .absent })
    #expect(Set(run.feeds.map(\.reason?.description)) == [what == "503" ? "ratelimited" : what == "late" ? "timeout.total" : what])
  }

  /// One 429 holds the server, in this run and the next.
  @Test(arguments: ["120", "Sat, 21 Nov 2026 12:02:00 GMT", nil, "junk"])
  func tooManyRequests(_ retryAfter: String?) async throws {
    let names = Self.feeds(1...10)
    let polling = try Polling(
      RetryTests.registry(names + ["penn/other"]) { $0 == "penn/other" ? "https://other.example/" : "https://one.example/\($0)" })
    for name in names {
      polling.server.on("https://one.example/\(name)", .status(429, retryAfter.map { ["Retry-After": $0] } ?? [:]), .ok(Texts.venues(2)))
    }
    polling.server.on("https://other.example/", .ok(Texts.venues(1)))
    let all = try (names + ["penn/other"]).map(Texts.feed)
    let run = try await polling.run(all)
    check(polling, run)
    #expect(Self.outcomes(run) == ["absent ratelimited": 10, "fresh -": 1])
    #expect(polling.server.requests.count == 2)
    #expect(run.feeds.compactMap(\.attempts).sorted() == Array(repeating: 0, count: 9) + [1, 1])
    #expect(polling.events.named("host.hold").count == 1)
    // Restarting the program, and --refresh, change nothing.
    let wait = retryAfter == nil || retryAfter == "junk" ? 60 : 120
    polling.clock.advance(seconds: wait - 2)
    polling.server.clear()
    #expect(Self.outcomes(try await polling.run(all) { $0.refresh = true })["absent ratelimited"] == 10)
    #expect(polling.server.requests.map(\.url) == ["https://other.example/"])
    // Then one request is sent first; each gets a 429 before the server works again.
    polling.clock.advance(seconds: 3600)
    for name in names { polling.server.on("https://one.example/\(name)", .ok(Texts.venues(2))) }
    #expect(Self.outcomes(try await polling.run(all) { $0.refresh = true })["fresh -"] == 10)
  }

  /// With several requests in flight, a success does not cancel the wait that another one was given.
  @Test func retryAfterSurvivesConcurrentSuccess() async throws {
    let names = Self.feeds(1...4)
    var polling = try Polling(RetryTests.registry(names) { "https://one.example/\($0)" })
    polling.settings.perHost = 2
    polling.server.on("https://one.example/penn/f1", .status(429, ["Retry-After": "300"]).after(.milliseconds(500)))
    for name in names.dropFirst() { polling.server.on("https://one.example/\(name)", .ok(Texts.venues(2)).after(.seconds(1))) }
    let run = try await polling.run(try names.map(Texts.feed))
    #expect(Self.outcomes(run) == ["absent ratelimited": 3, "fresh -": 1])
    #expect(polling.server.requests.count == 2)
    #expect(try await polling.store.hosts().first?.notBefore.map { $0.seconds(since: polling.clock.now()) } == 299)
  }

  /// A redirected request queues again, behind those that were waiting.
  @Test func firstComeFirstServed() async throws {
    let names = Self.feeds(1...3)
    let polling = try Polling(RetryTests.registry(names) { "https://one.example/\($0)" })
    for name in names {
      polling.server.on("https://one.example/\(name)", .status(301, ["Location": "https://one.example/new/\(name)"]).after(.seconds(1)))
      polling.server.on("https://one.example/new/\(name)", .ok(Texts.venues(2)))
    }
    #expect(Self.outcomes(try await polling.run(try names.map(Texts.feed))) == ["fresh -": 3])
    #expect(polling.server.requests.map(\.url) == ["", "new/"].flatMap { part in names.map { "https://one.example/\(part)\($0)" } })
  }

  /// The gap is between requests as the server receives them, even if the first one had to wait for its connection.
  @Test(arguments: [0, 100, 200, 5000]) func gapBeginsWhenRequestIsSent(_ milliseconds: Int) async throws {
    let names = Self.feeds(1...3)
    let polling = try Polling(RetryTests.registry(names) { "https://one.example/\($0)" })
    for name in names { polling.server.on("https://one.example/\(name)", .ok(Texts.venues(2))) }
    polling.server.connects(to: "one.example", after: .milliseconds(milliseconds))
    #expect(Self.outcomes(try await polling.run(try names.map(Texts.feed))) == ["fresh -": 3])
    let times = polling.server.requests.map(\.ticks)
    #expect(zip(times, times.dropFirst()).map { $1 - $0 } == [.milliseconds(250), .milliseconds(250)])
  }

  /// On many threads, with arbitrary servers, there are never too many requests at once, and none waits forever.
  @Test(.timeLimit(.minutes(15)), arguments: [1, 2, 3], 0..<20 as Range<UInt64>)
  func throttleWorksOnManyThreads(_ perHost: Int, _ seed: UInt64) async {
    var settings = FetchSettings()
    settings.perHost = perHost
    settings.gap = .zero
    let throttle = HostThrottle(settings, StandingClock(), hosts: [])
    let random = SeededRandom(seed)
    let underWay = Guarded((now: 0, most: 0))
    let entered = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<200 {
        group.addTask {
          do { try await throttle.enter("https://one.example:443", until: .seconds(60)) } catch { return 0 }
          underWay.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
          await Task.yield()
          switch random.next() {
          case ..<0.8: throttle.succeeded("https://one.example:443")
          case ..<0.9: _ = throttle.failed("https://one.example:443")
          // The pause has passed: the next request is a probe.
          case ..<0.93: throttle.hold("https://one.example:443", until: StandingClock().now())
          case ..<0.95: throttle.hold("https://one.example:443", until: StandingClock().now(), for: .seconds(1))
          // A local failure says nothing about the server.
          default: break
          }
          underWay.withLock { $0.now -= 1 }
          throttle.leave("https://one.example:443")
          return 1
        }
      }
      return await group.reduce(0, +)
    }
    #expect(underWay.withLock { $0.most } <= perHost, "seed \(seed)")
    #expect(underWay.withLock { $0.now } == 0)
    #expect(entered > 0)
  }

  /// A clock that does not advance.
  private struct StandingClock: RunClock {
    func now() -> Instant { .epoch }
    func elapsed() -> Duration { .zero }
    func sleep(for duration: Duration) async throws { await Task.yield() }
  }

  /// Some servers hang; the others are not slower, and the run ends in time.
  @Test(arguments: [0, 1, 10])
  func hangingServers(_ hanging: Int) async throws {
    let names = Self.feeds(1...50)
    func address(_ name: String) -> String { "https://host\(name.dropFirst(6)).example/venues" }
    let polling = try Polling(RetryTests.registry(names, address))
    for (index, name) in names.enumerated() {
      polling.server.on(address(name), index < hanging ? .hangs : .ok(Texts.venues(2)).after(.seconds(1)))
    }
    let run = try await polling.run(try names.map(Texts.feed))
    check(polling, run)
    #expect(run.feeds.count { $0.outcome == .fresh } == 50 - hanging)
    #expect(run.feeds.filter { $0.outcome != .fresh }.allSatisfy { $0.reason == .timeoutFirstByte })
    let healthy = polling.server.requests.filter { request in names.dropFirst(hanging).contains { address($0) == request.url } }
    #expect(healthy.allSatisfy { $0.ticks == .zero })
  }

  /// All feeds are on one server, which hangs until the deadline.
  @Test(arguments: [true, false])
  func hangingServerDoesNotDelayOthers(hasManyInFlight: Bool) async throws {
    let names = Self.feeds(1...30)
    var polling = try Polling(RetryTests.registry(names) { "https://one.example/\($0)" })
    polling.settings.deadline = .seconds(40)
    if hasManyInFlight { polling.settings.perHost = 4 }
    for name in names { polling.server.on("https://one.example/\(name)", .hangs) }
    let run = try await polling.run(try names.map(Texts.feed))
    check(polling, run)
    #expect(run.feeds.allSatisfy { $0.outcome == .absent })
    #expect(Set(run.feeds.compactMap(\.reason?.description)).isSubset(of: ["timeout.first_byte", "timeout.total", "circuit.open"]))
    #expect(polling.server.mostInFlight("one.example") == (hasManyInFlight ? 4 : 1))
  }

  /// One after another, at least a quarter of a second apart.
  @Test func requestsToOneHostAreSequential() async throws {
    let names = Self.feeds(1...8)
    let polling = try Polling(RetryTests.registry(names) { "https://one.example/\($0)" })
    for (index, name) in names.enumerated() {
      polling.server.on("https://one.example/\(name)", .ok(Texts.venues(1)).after(.milliseconds(index % 2 == 0 ? 0 : 400)))
    }
    let run = try await polling.run(try names.map(Texts.feed))
    #expect(Self.outcomes(run) == ["fresh -": 8])
    let times = polling.server.requests.map(\.ticks)
    for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= .milliseconds(250)) }
    #expect(polling.server.mostInFlight("one.example") == 1)
  }

  /// Many starts in a minute, and a clock that jumps by a day.
  @Test(arguments: [0, -86_400, 86_400])
  func startsAreSpacedApart(_ jump: Int) async throws {
    let names = Self.feeds(1...3)
    let polling = try Polling(RetryTests.registry(names) { "https://\($0.dropFirst(5)).example/venues" })
    for name in names {
      polling.server.on("https://\(name.dropFirst(5)).example/venues", .page(Texts.venues(2), etag: "\"1\""))
    }
    polling.server.on("https://f3.example/venues", .status(503, ["Retry-After": "86400"]))
    let all = try names.map(Texts.feed)
    try await polling.run(all)
    #expect(polling.server.requests.count == 3)
    polling.server.clear()
    polling.clock.jump(seconds: jump)
    for _ in 0..<20 {
      polling.clock.advance(seconds: 3)
      polling.events.clear()
      let run = try await polling.run(all)
      check(polling, run)
    }
    let counts = Dictionary(polling.server.requests.map { ($0.url, 1) }, uniquingKeysWith: +)
    // A last poll in the future counts as due; the server's wait is kept, and ends a day later on the clock.
    let once = jump == 0 ? nil : 1
    #expect(counts["https://f1.example/venues"] == once)
    #expect(counts["https://f2.example/venues"] == once)
    #expect(counts["https://f3.example/venues"] == (jump > 0 ? 1 : nil))
    #expect(polling.events.named("schedule.skip").count == 3)
  }

  /// A run over very many servers does not remember all of them, but those that failed or must not get requests yet.
  @Test func healthyServersAreForgotten() async throws {
    let clock = VirtualClock()
    let throttle = HostThrottle(FetchSettings(), clock, hosts: [])
    for number in 0..<3000 {
      let origin = "https://host\(number).example:443"
      try await throttle.enter(origin, until: .seconds(100_000))
      if number.isMultiple(of: 100) { _ = throttle.failed(origin) } else { throttle.succeeded(origin) }
      throttle.leave(origin)
      clock.advance(seconds: 1)
    }
    #expect(throttle.serverCount < 600)
    #expect(throttle.changes.count == 30)
    let last = "https://host2999.example:443"
    try await throttle.enter(last, until: .seconds(100_000))
    #expect(throttle.serverCount < 600)
  }
}
