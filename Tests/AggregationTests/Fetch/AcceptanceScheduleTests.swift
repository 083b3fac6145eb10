import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import TestKit
import Testing

@testable import Aggregation

/// Whether a feed is polled, at the limits of each rule, without a transport and without a store.
@Suite struct AcceptanceScheduleTests {
  private let now: Instant
  private let acceptance: Acceptance

  init() throws {
    now = try parsed("2026-11-21T17:00:00Z") { Instant($0) }
    let feed = try parsed("penn/dining") { FeedID($0) }
    acceptance = Acceptance(
      reading: try #require(try Plan(RunSelection(feeds: [feed]), in: Registry()).readings.first), options: PollOptions(), now: now)
  }

  private var empty: FeedState { FeedState(feed: acceptance.feed.id, key: acceptance.reading.key) }

  private func state(_ change: (inout FeedState) -> Void) -> FeedState {
    var state = empty
    change(&state)
    return state
  }

  /// Accepts like `acceptance`, with other options.
  private func with(_ change: (inout PollOptions) -> Void) -> Acceptance {
    var options = PollOptions()
    change(&options)
    return Acceptance(reading: acceptance.reading, options: options, now: now)
  }

  private static let longestPause = 2 * Freshness.maximum

  /// A pause that a server demanded ends at its last second. One that is too far away is from a clock that was wrong.
  @Test(arguments: [(1, true), (0, false), (-1, false), (longestPause, true), (longestPause + 1, false)])
  func pausesEnd(seconds: Int, isPaused: Bool) {
    let paused = state { $0.notBefore = now.adding(seconds: seconds) }
    #expect((acceptance.reasonToSkip(paused) == .rateLimited) == isPaused)
    #expect((with { $0.refresh = true }.reasonToSkip(paused) == .rateLimited) == isPaused, "a refresh does not override it")
  }

  /// A feed is due at its time, and if the clock was set back to before the last poll.
  @Test(arguments: [(1, -60, ReasonCode.notDue), (0, -60, nil), (-1, -60, nil), (600, 0, .notDue), (600, 1, nil)])
  func feedsAreDue(due: Int, polled: Int, reason: ReasonCode?) {
    let known = state {
      $0.nextDue = now.adding(seconds: due)
      $0.lastPolledAt = now.adding(seconds: polled)
    }
    #expect(acceptance.reasonToSkip(known) == reason)
    #expect(with { $0.refresh = true }.reasonToSkip(known) == nil)
    #expect(with { $0.accepted = [acceptance.feed.id] }.reasonToSkip(known) == nil)
    #expect(with { $0.offline = true }.reasonToSkip(known) == .offline)
  }

  @Test func lastFailureIsTheReasonUntilTheFeedIsDue() {
    let known = state {
      $0.nextDue = now.adding(seconds: 1)
      $0.lastFailure = .http(500)
    }
    #expect(acceptance.reasonToSkip(known) == .http(500))
  }

  /// Details give the later of both times. What is only skipped, or gone, has none.
  @Test(
    arguments: [
      (.notDue, nil), (.offline, nil), (.gone, nil), (.http(500), "the last poll failed; next attempt after AT"),
      (.rateLimited, "the server asked to wait; next attempt after AT"), (.circuitOpen, "the server asked to wait; next attempt after AT"),
      (.guardShrink, "the last result is held back; next attempt after AT, or now with --accept penn/dining"),
    ] as [(ReasonCode, String?)])
  func detailsGiveTheNextAttempt(_ reason: ReasonCode, _ text: String?) {
    let later = now.adding(seconds: 3600)
    let expected = text?.replacing("AT", with: later.zonedText(in: acceptance.feed.campus.timeZone))
    for (due, pause) in [(later, now), (now, later)] {
      let known = state {
        $0.nextDue = due
        $0.notBefore = pause
      }
      #expect(acceptance.detail(of: reason, known) == expected)
    }
    #expect(acceptance.detail(of: reason, empty) == nil)
  }

  /// Validators are left out every 8 days, and while they are not trusted.
  @Test(arguments: [(0, false), (8 * 86_400 - 1, false), (8 * 86_400, true), (-1, true)])
  func everyEightDaysAllIsRead(secondsAgo: Int, isUnconditional: Bool) {
    var known = state {
      $0.lastUnconditionalAt = now.adding(seconds: -secondsAgo)
      $0.lastGood = FeedState.LastGood(
        acceptedAt: now, checkedAt: now, fetchedAt: now, content: "c", bodies: "b", bytes: 1, entries: 20, rejected: 0, url: nil, etag: nil,
        notes: [])
    }
    #expect(acceptance.isUnconditional(known) == isUnconditional)
    known.distrustedAt = now
    #expect(acceptance.isUnconditional(known))
    known.distrustedAt = nil
    known.lastGood = nil
    #expect(acceptance.isUnconditional(known), "there is nothing to confirm")
  }

  @Test(arguments: [(0, true), (8 * 86_400 - 1, true), (8 * 86_400, false), (-1, false)])
  func distrustEnds(secondsAgo: Int, isDistrusted: Bool) {
    #expect(acceptance.isDistrusted(state { $0.distrustedAt = now.adding(seconds: -secondsAgo) }) == isDistrusted)
    #expect(!acceptance.isDistrusted(empty))
  }

  /// Refused credentials are logged once a day (UTC). It is 17:00.
  @Test(
    arguments: [
      (.auth, 0, true), (.auth, 17 * 3600, true), (.auth, 17 * 3600 + 1, false), (.http(500), 0, false), (nil, 0, false),
    ] as [(ReasonCode?, Int, Bool)])
  func refusalsAreOfADay(_ reason: ReasonCode?, secondsAgo: Int, isToday: Bool) {
    let known = state {
      $0.lastFailure = reason
      $0.lastPolledAt = now.adding(seconds: -secondsAgo)
    }
    #expect(acceptance.wasRefusedToday(known) == isToday)
  }

  @Test(arguments: [
    ([], false), ([0, 90_000], false), ([0, 1, 2], false), ([-90_000, 0, 1], true), ([-90_000, -80_000, 0], true),
    ([0, 3600, 10_800], false),
  ])
  func goneAfterThreeRepliesOnTwoDays(_ seconds: [Int], isGone: Bool) {
    #expect(state { $0.goneAt = seconds.map { now.adding(seconds: $0) } }.isGone == isGone)
  }
}
