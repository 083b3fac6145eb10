import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import Testing

/// A run in which Penn's feed fails, with or without a last good result, next to a working feed. Asserts the invariants.
struct FaultCheck {
  var polling: Polling
  let penn: FeedID
  let other: FeedID
  let isWarm: Bool

  static let etag = #""v1""#
  static let date = "Sat, 21 Nov 2026 08:00:00 GMT"
  static let goodBody = Texts.venues(3)

  init(isWarm: Bool, seed: UInt64 = 1, validators: [String: String] = ["ETag": etag, "Last-Modified": date]) async throws {
    let polling = try Polling(Texts.registry, seed: seed)
    try await self.init(polling, isWarm: isWarm, validators: validators)
  }

  private init(_ polling: Polling, isWarm: Bool, validators: [String: String]) async throws {
    self.polling = polling
    self.polling.registry = try polling.registry.resolvingSecrets(of: ["penn/dining"]) { $0 == "PENN_KEY" ? Texts.secret : nil }
    self.isWarm = isWarm
    penn = try Texts.feed("penn/dining")
    other = try Texts.feed("gmu/whats-open")
    polling.server.on(Texts.facilities, .changing { .ok(Texts.facilities("Gym\($0)"), ["ETag": "\"\($0)\""]) })
    guard isWarm else { return }
    polling.server.on(Texts.venues, .ok(Self.goodBody, validators))
    #expect(try await run().outcome == .fresh)
    polling.clock.advance(seconds: 7200)
  }

  var requests: [SentRequest] { polling.server.requests(to: Texts.venues) }

  /// The stored last good result.
  struct Kept: Equatable {
    let lastGood: FeedState.LastGood?
    let requests: [String: FeedState.RequestState]
    let lines: [UInt8]?
  }

  func kept() async throws -> Kept {
    let state = try await polling.state(of: penn)
    return Kept(lastGood: state?.lastGood, requests: state?.requests ?? [:], lines: try? await polling.store.entries(of: penn))
  }

  /// Runs both feeds, and records only the requests and events of this run.
  func run(_ change: (inout PollOptions) -> Void = { _ in }) async throws -> FeedReport { try await report(of: runAll(change)) }

  func report(of run: Aggregator.Run) throws -> FeedReport { try #require(run.feeds.first { $0.id == penn }) }

  func runAll(_ change: (inout PollOptions) -> Void = { _ in }) async throws -> Aggregator.Run {
    polling.server.clear()
    polling.events.clear()
    let run = try await polling.run([penn, other], change)
    for feed in [penn, other] {
      let endings = polling.events.endings(of: feed)
      #expect(endings.count == 1, "\(feed) ended with \(endings.map(\.event))")
      #expect(endings.first?.event == run.feeds.first { $0.id == feed }.map { "feed.\($0.outcome.rawValue)" })
    }
    for event in polling.events.events { #expect(!"\(event)".contains(Texts.secret), "\(event)") }
    for event in polling.events.events {
      let texts = [event.url, event.reason?.description].compactMap { $0 } + event.fields.map(\.value.description)
      #expect(texts.allSatisfy { text in text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }, "\(event)")
    }
    for note in run.feeds.flatMap(\.notes) { #expect(!"\(note)".contains(Texts.secret), "\(note)") }
    for report in run.feeds { #expect(!"\(report)".contains(Texts.secret), "\(report)") }
    return run
  }

  /// Expects that the answers lead to a stale or absent feed with a reason, and to a number of requests.
  ///
  /// - Parameter sends: whether the first request has the validators of the last good result.
  @discardableResult
  func expectStale(_ reason: String, requests count: Int, _ answers: [Answer], sends: Bool = true) async throws -> FeedReport {
    polling.server.on(Texts.venues, answers)
    let before = try await kept()
    let run = try await runAll()
    let report = try report(of: run)
    #expect(report.outcome == (isWarm ? .stale : .absent), "\(report)")
    #expect(report.reason?.description == reason, "\(report)")
    #expect(requests.count == count, "\(requests.map(\.url))")
    #expect(report.attempts == count)
    #expect(requests.first?.headers["if-none-match"] == (isWarm && sends ? Self.etag : nil))
    #expect(requests.first?.headers["if-modified-since"] == (isWarm && sends ? Self.date : nil))
    #expect(run.feeds.first { $0.id == other }?.outcome == .fresh)
    let after = try await kept()
    #expect(after == before)
    #expect(report.entries == (isWarm ? 3 : 0))
    let ids = try run.catalog.ids.filter { $0.hasPrefix("penn/") }
    #expect(ids == (isWarm ? ["penn/dining/1", "penn/dining/2", "penn/dining/3"] : []))
    if isWarm { #expect(report.notes.contains { $0.code == .stale }) }
    return report
  }
}
