import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
@testable import Aggregation
import Testing

/// Two runs that poll the same feed at the same time, with one store.
@Suite struct RaceTests {
  private static let frozen = "https://frozen.example/venues"

  private func names(_ run: Aggregator.Run) throws -> [String] {
    try run.catalog.entries.filter { $0.id.description.hasPrefix("penn/") }.compactMap(\.name)
  }

  private func kept(_ check: FaultCheck) async throws -> String {
    String(decoding: try await check.kept().lines ?? [], as: UTF8.self)
  }

  /// Two concurrent runs; the one that sends its request first gets its reply last.
  private func race(_ check: FaultCheck, _ slow: Answer, _ fast: Answer) async throws -> [Aggregator.Run] {
    check.polling.server.on(Texts.venues, slow.after(.seconds(5)), fast.after(.seconds(1)))
    return try await twoRuns(check.polling, [check.penn])
  }

  /// Both start before either continues.
  private func twoRuns(_ polling: Polling, _ feeds: [FeedID]) async throws -> [Aggregator.Run] {
    try await withTaskExecutorPreference(polling.clock) {
      async let first = polling.run(feeds, isAlone: false)
      async let second = polling.run(feeds, isAlone: false)
      return try await [first, second]
    }
  }

  private func old(_ count: Int = 4) -> Answer { .ok(Texts.venues(count, name: "Old"), ["ETag": "\"old\""]) }

  private func new(_ count: Int = 4) -> Answer { .ok(Texts.venues(count, name: "New"), ["ETag": "\"new\""]) }

  /// The slow run got an older reply, and neither stores nor shows it.
  @Test(arguments: [true, false])
  func olderResultDoesNotReplaceNewerOne(isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    let runs = try await race(check, old(), new())
    let lines = try await kept(check)
    #expect(lines.contains("New") && !lines.contains("Old"))
    #expect(try await check.kept().requests["venues"]?.validators.etag == "\"new\"")
    for run in runs {
      #expect(try names(run).allSatisfy { $0.hasPrefix("New") })
      #expect(run.feeds.allSatisfy { $0.outcome.isDelivered && $0.entries == 4 }, "\(run.feeds)")
      #expect(run.storeErrors.isEmpty)
    }
  }

  /// The newer result and its validators stay, whatever the slow run received.
  @Test(arguments: ["304", "404", "500", "json", "empty", "shrink"])
  func otherOutcomesDoNotReplaceNewerResult(_ what: String) async throws {
    let check = try await FaultCheck(isWarm: true)
    let answer: Answer =
      switch what {
      case "304": .status(304)
      case "404": .status(404)
      case "500": .status(501)
      case "json": .ok("[{")
      case "empty": .ok("[]")
      default: old(1)
      }
    let runs = try await race(check, answer, new(what == "shrink" ? 3 : 4))
    let state = try #require(await check.polling.state(of: check.penn))
    #expect(try await kept(check).contains("New"))
    #expect(state.requests["venues"]?.validators.etag == "\"new\"")
    #expect(state.failures == 0 && state.lastFailure == nil && state.held == nil)
    for run in runs { #expect(try names(run).count >= 3) }
  }

  /// A failure of another run does not affect a result.
  @Test func concurrentFailureDoesNotAffectResult() async throws {
    let check = try await FaultCheck(isWarm: true)
    let runs = try await race(check, new(), .status(404))
    #expect(try await kept(check).contains("New"))
    #expect(Set(runs.flatMap(\.feeds).map(\.outcome)) == [.fresh, .stale])
    let state = try #require(await check.polling.state(of: check.penn))
    #expect(state.failures == 0)
  }

  /// On a first run, the content of a frozen mirror neither replaces a good result nor is shown instead of it.
  @Test func frozenMirrorDoesNotReplaceResult() async throws {
    var check = try await FaultCheck(isWarm: false)
    check.polling.registry = try check.polling.registry.changing(
      "penn/dining",
      by: #"{"addresses":{"venues":["https://penn.example/venues",{"url":"https://frozen.example/venues","frozen":true}]}}"#)
    check.polling.server.on(Self.frozen, .ok(Texts.venues(40, name: "Frozen")))
    let runs = try await race(check, .status(404), new())
    #expect(try await kept(check).contains("New"))
    #expect(try await check.polling.state(of: check.penn)?.lastGood?.entries == 4)
    for run in runs { #expect(try names(run).allSatisfy { $0.hasPrefix("New") }) }
    let stale = try #require(runs.flatMap(\.feeds).first { $0.outcome == .stale })
    #expect(stale.reason == .http(404))
    #expect(!stale.notes.contains { $0.code == .mirrorFrozen })
  }

  /// If a run sends its request after another run has its reply, it has newer data, even if it read the store earlier.
  @Test func laterPollReplacesEarlierResult() async throws {
    let check = try await FaultCheck(isWarm: true)
    let (polling, penn, store) = (check.polling, check.penn, check.polling.store)
    // Between its read of the store and its request, another run stores a result that was received an hour ago.
    polling.server.on(
      Texts.venues,
      Answer { request, clock in
        guard var state = try? await store.states(of: [penn])[penn] else { return .failure(TransportFailure(.connectFailed, "no state")) }
        state.lastGood?.checkedAt = request.time.adding(seconds: -3600)
        state.failures = 7
        _ = try? await store.commit(FeedUpdate(state))
        return await Answer.ok(Texts.venues(4, name: "New")).give(request, clock)
      })
    let run = try await polling.run([penn])
    #expect(run.feeds.map(\.outcome) == [.fresh])
    #expect(try await kept(check).contains("New"))
    #expect(try await polling.state(of: penn)?.failures == 0)
  }

  /// Each batch of a stream is stored, in any order.
  @Test func streamBatchesAreAllStored() async throws {
    let polling = try Polling(Texts.registry)
    let feed = try Texts.feed("everywhere/quotes")
    polling.server.on(
      Texts.quotes, Answer.ok(#"[{"q":"Know thyself","a":"Thales"}]"#).after(.seconds(5)),
      Answer.ok(#"[{"q":"Nothing in excess","a":"Solon"}]"#).after(.seconds(1)))
    for run in try await twoRuns(polling, [feed]) { #expect(run.feeds.map(\.outcome) == [.fresh]) }
    #expect(String(decoding: try await polling.store.entries(of: feed), as: UTF8.self).contains("Know thyself"))
  }
}
