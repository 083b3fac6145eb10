import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import Testing

@testable import Commands

/// Progress that is drawn on a terminal during a run.
@Suite struct ProgressTests {
  private let clock: ManualClock
  private let drawn = Guarded<[String]>([])

  init() throws { clock = try ManualClock() }

  /// Campuses c0, c1, … with one feed each.
  private func plan(_ count: Int) throws -> Plan {
    let campuses = (0..<count).map { #"{"id":"c\#($0)","name":"C","timeZone":"America/New_York"}"# }.joined(separator: ",")
    let feeds = (0..<count).map { #"{"id":"c\#($0)/a","adapter":"penn","addresses":{"venues":"https://c.example/\#($0)"}}"# }
    let text = #"{"campuses":[\#(campuses)],"feeds":[\#(feeds.joined(separator: ","))]}"#
    let registry = try Registry(campuses: []).adding(Array(text.utf8), file: "test.json")
    return try Plan(RunSelection(), in: registry)
  }

  private func progress(rows: Int = 24, columns: Int = 80) -> Progress {
    let drawn = drawn
    return Progress(clock: clock, size: { (rows, columns) }, write: { text in drawn.withLock { $0.append(text) } })
  }

  private func event(
    _ name: String, _ feed: String, _ level: FetchEvent.Level = .info, bytes: Int? = nil, reason: ReasonCode? = nil
  ) throws -> FetchEvent {
    var event = FetchEvent(level, name, try #require(FeedID(feed)), reason: reason)
    event.bytes = bytes
    if name.hasPrefix("feed.") { event.outcome = FeedReport.Outcome(rawValue: String(name.dropFirst(5))) }
    return event
  }

  @Test func progressIsDrawnAtOnceAndEverySecond() async throws {
    let progress = progress()
    progress.begin(try plan(2))
    let first = "\u{1B}[2Kc0: 0 of 1 feed, 0 B, 0 s\n\u{1B}[2Kc1: 0 of 1 feed, 0 B, 0 s\n"
    #expect(drawn.withLock { $0 } == [first])
    for second in 1...2 {
      await clock.pass(.seconds(1))
      while drawn.withLock(\.count) <= second { await Task.yield() }
    }
    #expect(drawn.withLock { $0[2] } == "\u{1B}[2A" + first.replacing("0 s", with: "2 s"))
    progress.end()
    #expect(drawn.withLock { $0.last } == "\u{1B}[2A\u{1B}[J")
    let count = drawn.withLock(\.count)
    await clock.pass(.seconds(1))
    progress.take(try event("feed.fresh", "c0/a"))
    #expect(drawn.withLock(\.count) == count)
  }

  @Test func linesAreCutToScreenWidth() throws {
    progress(columns: 10).begin(try plan(1))
    #expect(drawn.withLock { $0 } == ["\u{1B}[2Kc0: 0 of \n"])
  }

  @Test func oneLinePerCampusWhileTheyFit() throws {
    var lines = ProgressLines(try plan(30))
    #expect(lines.lines(at: .zero, room: 30).count == 30)
    #expect(lines.lines(at: .zero, room: 30).allSatisfy { !$0.contains("more") })
    lines.take(try event("fetch.attempt", "c0/a", .debug, bytes: 1500), at: .seconds(1))
    lines.take(try event("retry", "c10/a"), at: .seconds(1))
    lines.take(try event("feed.fresh", "c0/a"), at: .seconds(1))
    lines.take(try event("feed.stale", "c1/a", .warn), at: .seconds(2))
    lines.take(try event("feed.disabled", "c2/a", .warn, reason: .configDisabled), at: .seconds(3))
    // Those that are not finished come first, each in the order of the ids.
    #expect(
      lines.lines(at: .seconds(5), room: 4) == [
        "c10: 0 of 1 feed, 0 B, 1 retry, 5 s", "c11: 0 of 1 feed, 0 B, 5 s", "c12: 0 of 1 feed, 0 B, 5 s",
        "27 more campuses: 3 of 27 feeds, 1 kB, 1 failed, 5 s",
      ])
    #expect(
      lines.lines(at: .seconds(5), room: 29).suffix(2) == [
        "c0: 1 of 1 feed, 1 kB, 1 s", "2 more campuses: 2 of 2 feeds, 0 B, 1 failed, 3 s",
      ])
    #expect(lines.lines(at: .seconds(5), room: 0) == ["30 more campuses: 3 of 30 feeds, 1 kB, 1 retry, 1 failed, 5 s"])
  }
}
