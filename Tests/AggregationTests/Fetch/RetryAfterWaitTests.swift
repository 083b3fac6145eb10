import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
@testable import Aggregation
import Testing

/// A server whose `Retry-After` ends before the deadline of the run.
@Suite struct RetryAfterWaitTests {
  private static let date = "Sat, 21 Nov 2026 12:00:20 GMT"

  private func crowd(_ count: Int) throws -> (Polling, [FeedID]) {
    let names = (1...count).map { "penn/f\($0)" }
    let polling = try Polling(RetryTests.registry(names) { "https://one.example/\($0)" })
    for name in names { polling.server.on("https://one.example/\(name)", .ok(Texts.venues(2))) }
    return (polling, try names.map(Texts.feed))
  }

  /// The request is repeated after the wait, and not before.
  @Test(arguments: [("5", 5), ("59", 59), (date, 20)], [429, 503])
  func waitsForRetryAfter(_ row: (value: String, seconds: Int), _ status: Int) async throws {
    let (polling, feeds) = try crowd(1)
    polling.server.on("https://one.example/penn/f1", .status(status, ["Retry-After": row.value]), .ok(Texts.venues(2)))
    let report = try #require(try await polling.run(feeds).feeds.first)
    #expect(report.outcome == .fresh && report.attempts == 2)
    #expect(polling.server.requests.map(\.ticks) == [.zero, .seconds(row.seconds)])
    let retries = polling.events.named("retry")
    #expect(retries.map(\.fields) == [[LogField("n", 1), LogField("delayMs", row.seconds * 1000)]])
    #expect(try await polling.store.hosts().allSatisfy { $0.notBefore == nil }, "the server works again")
  }

  /// A wait that ends after the deadline is left to the next run.
  @Test(arguments: [("60", 3), ("5", 5), (date, 20)], [429, 503])
  func doesNotWaitBeyondDeadline(_ row: (value: String, deadline: Int), _ status: Int) async throws {
    var (polling, feeds) = try crowd(1)
    polling.settings.deadline = row.deadline == 3 ? .seconds(60) : .seconds(row.deadline)
    polling.server.on("https://one.example/penn/f1", .status(status, ["Retry-After": row.value]), .ok(Texts.venues(2)))
    let report = try #require(try await polling.run(feeds).feeds.first)
    #expect(report.reason == .rateLimited && report.attempts == 1)
    #expect(polling.clock.elapsed() == .zero, "there is no useless wait")
    #expect(polling.events.named("retry").isEmpty)
  }

  /// All feeds of the server wait, and are then requested one after another.
  @Test(arguments: [1, 3]) func allRequestsToHostWait(_ perHost: Int) async throws {
    var (polling, feeds) = try crowd(10)
    polling.settings.perHost = perHost
    for number in 2...10 { polling.server.on("https://one.example/penn/f\(number)", .ok(Texts.venues(2)).after(.seconds(2))) }
    polling.server.on(
      "https://one.example/penn/f1", .status(429, ["Retry-After": "7"]).after(.seconds(1)), .ok(Texts.venues(2)).after(.seconds(2)))
    let run = try await polling.run(feeds)
    #expect(run.feeds.allSatisfy { $0.outcome == .fresh })
    let times = polling.server.requests.map(\.ticks)
    #expect(times.count == 11)
    #expect(times.allSatisfy { $0 == .zero || $0 >= .seconds(8) })
    #expect(times.count { $0 == .zero } == perHost, "requests in flight")
    #expect(polling.server.mostInFlight("one.example") == perHost)
  }

  /// A server that asks for a wait again gets no more requests in this run.
  @Test func serverIsRequestedOnceMore() async throws {
    let (polling, feeds) = try crowd(10)
    for number in 1...10 { polling.server.on("https://one.example/penn/f\(number)", .status(429, ["Retry-After": "7"])) }
    let run = try await polling.run(feeds)
    #expect(run.feeds.allSatisfy { $0.reason == .rateLimited })
    #expect(polling.server.requests.map(\.ticks) == [.zero, .seconds(7)])
    #expect(polling.clock.elapsed() == .seconds(7))
    #expect(try await polling.store.hosts().first?.notBefore == polling.clock.now().adding(seconds: 7))
  }

  /// A server that answers some requests in between is waited for each time, as long as there are retries.
  @Test func serverThatPacesItsClients() async throws {
    let (polling, feeds) = try crowd(3)
    let count = Guarded(0)
    for number in 1...3 {
      polling.server.on(
        "https://one.example/penn/f\(number)",
        Answer { request, clock in
          let isSpare = count.withLock { count in
            count += 1
            return count % 2 == 1
          }
          return await (isSpare ? Answer.status(429, ["Retry-After": "2"]) : .ok(Texts.venues(2))).give(request, clock)
        })
    }
    let run = try await polling.run(feeds)
    #expect(run.feeds.allSatisfy { $0.outcome == .fresh })
    #expect(polling.server.requests.count == 6)
  }

  /// While this run waits, another run must know about the wait.
  @Test func waitIsStoredBeforeItBegins() async throws {
    let (polling, feeds) = try crowd(1)
    let known = Guarded<[Instant?]>([])
    let store = polling.store
    polling.server.on(
      "https://one.example/penn/f1", .status(503, ["Retry-After": "5"]),
      Answer { request, clock in
        let hosts = (try? await store.hosts()) ?? []
        known.withLock { $0 = hosts.map(\.notBefore) }
        return await Answer.ok(Texts.venues(2)).give(request, clock)
      })
    let start = polling.clock.now()
    #expect(try await polling.run(feeds).feeds.map(\.outcome) == [.fresh])
    #expect(known.withLock { $0 } == [start.adding(seconds: 5)])
  }

  /// A run does not wait if an earlier run was told to: its feeds come from the store at once.
  @Test func waitAnnouncedToEarlierRun() async throws {
    var (polling, feeds) = try crowd(2)
    polling.server.on("https://one.example/penn/f1", .status(429, ["Retry-After": "30"]))
    polling.settings.deadline = .seconds(10)
    try await polling.run([feeds[0]])
    polling.settings.deadline = .seconds(60)
    #expect(try await polling.run(feeds).feeds.map(\.reason?.description) == ["ratelimited", "ratelimited"])
    #expect(polling.clock.elapsed() == .zero)
    #expect(polling.server.requests.count == 1)
  }

  /// Another run gets a wait while this one has a request in flight: the wait is kept, whatever the reply.
  @Test(arguments: ["200", "500", "429", "nothing"]) func waitAnnouncedToConcurrentRun(_ what: String) async throws {
    let (polling, feeds) = try crowd(1)
    let store = polling.store
    var host = HostState(origin: "https://one.example:443")
    host.failures = 2
    let known = host
    try await store.commit([HostUpdate(host)])
    let word = polling.clock.now().adding(seconds: 3600)
    let answer: Answer = what == "200" ? .ok(Texts.venues(2)) : what == "500" ? .status(501) : .status(429, ["Retry-After": "90"])
    polling.server.on(
      "https://one.example/penn/f1",
      Answer { request, clock in
        var host = known
        host.notBefore = what == "nothing" ? nil : word
        _ = try? await store.commit([HostUpdate(host)])
        return await answer.give(request, clock)
      })
    let report = try #require(try await polling.run(feeds).feeds.first)
    #expect(report.outcome == (what == "200" ? .fresh : .absent))
    let kept = try #require(try await store.hosts().first)
    #expect(kept.notBefore == (what == "nothing" ? polling.clock.now().adding(seconds: 90) : word))
  }

  /// Two requests in flight get different waits: the longer one applies, even to requests that already wait for the shorter one.
  @Test func longerOfTwoWaitsApplies() async throws {
    var (polling, feeds) = try crowd(6)
    polling.settings.perHost = 2
    for (number, wait, pause) in [(1, "1", Duration.milliseconds(200)), (2, "8", .milliseconds(400))] {
      polling.server.on("https://one.example/penn/f\(number)", .status(429, ["Retry-After": wait]).after(pause), .ok(Texts.venues(2)))
    }
    let run = try await polling.run(feeds)
    #expect(run.feeds.allSatisfy { $0.outcome == .fresh })
    #expect(
      polling.server.requests.map(\.ticks).allSatisfy { $0 == .zero || $0 >= .milliseconds(8400) },
      "\(polling.server.requests.map(\.ticks))")
  }

  /// Freshness counts from the reply, not from the start of the run; the cadence counts from the start.
  @Test(arguments: [86_000, 60]) func maxAgeCountsFromReply(_ age: Int) async throws {
    let (polling, feeds) = try crowd(1)
    let cadence = try #require(polling.registry.feeds.first { $0.id == feeds[0] }).cadence
    #expect(cadence > 60 + 6 && cadence < 86_000)
    polling.server.on(
      "https://one.example/penn/f1", .status(429, ["Retry-After": "6"]),
      .ok(Texts.venues(2), ["Cache-Control": "max-age=\(age)"]))
    let start = polling.clock.now()
    try await polling.run(feeds)
    #expect(try await polling.state(of: feeds[0])?.nextDue == start.adding(seconds: age == 60 ? cadence : age + 6))
  }

  /// One feed in two concurrent runs: the wait that the other run was given stays with the feed.
  @Test func waitAnnouncedToConcurrentRunForSameFeed() async throws {
    let (polling, feeds) = try crowd(1)
    try await polling.run(feeds)
    polling.clock.advance(seconds: 7200)
    let word = polling.clock.now().adding(seconds: 3600)
    let store = polling.store
    polling.server.on(
      "https://one.example/penn/f1",
      Answer { request, clock in
        guard var state = try? await store.states(of: feeds)[feeds[0]] else {
          return .failure(TransportFailure(.connectFailed, "no state"))
        }
        state.notBefore = word
        _ = try? await store.commit(FeedUpdate(state))
        return await Answer.status(501).give(request, clock)
      })
    #expect(try await polling.run(feeds).feeds.map(\.reason?.description) == ["http.501"])
    #expect(try await polling.state(of: feeds[0])?.notBefore == word)
  }
}
