import CampusCatalog
@testable import Aggregation
import FeedKit
import Fetching
import OpeningHours
import TestKit
import Testing

/// Decisions about feeds, without a transport and without a store.
@Suite struct AcceptanceTests {
  private let now: Instant
  private let acceptance: Acceptance

  init() throws {
    now = try parsed("2026-11-21T17:00:00Z") { Instant($0) }
    let feed = try parsed("penn/dining") { FeedID($0) }
    let plan = try Plan(RunSelection(feeds: [feed]), in: Registry())
    acceptance = Acceptance(reading: try #require(plan.readings.first), options: PollOptions(), now: now)
  }

  /// The state of a feed whose last good result was checked some seconds ago.
  private func known(secondsAgo: Int = 900) -> FeedState {
    let checked = now.adding(seconds: -secondsAgo)
    var state = FeedState(feed: acceptance.feed.id, key: acceptance.reading.key)
    state.lastGood = FeedState.LastGood(
      acceptedAt: checked, checkedAt: checked, fetchedAt: checked, content: "c", bodies: "b", bytes: 1, entries: 20, rejected: 0, url: nil,
      etag: nil, notes: [])
    return state
  }

  private func attempted(_ attempts: Int = 1) -> FeedReplies {
    var replies = FeedReplies(isUnconditional: true)
    replies.attempts = attempts
    return replies
  }

  private func update(_ decision: FeedDecision) -> FeedState? { decision.update?.state }

  @Test func failureIsStoredAndLastGoodResultIsServed() throws {
    let failure = FeedFailure(.http(500), "the server answered 500")
    let decision = acceptance.fail(failure, attempted(), nil, known: known(), initial: known())
    #expect(decision.report.outcome == .stale)
    #expect(decision.report.reason == .http(500))
    #expect(decision.lastGood != nil)
    let state = try #require(update(decision))
    #expect(state.failures == 1)
    #expect(state.nextDue == decision.nextDue)
    #expect(try #require(state.nextDue) > now)
  }

  /// A failure stored by another run in the meantime counts as well.
  @Test func repeatedDecisionUsesNewerState() throws {
    let failure = FeedFailure(.http(500), "the server answered 500")
    var theirs = known()
    theirs.failures = 4
    #expect(update(acceptance.fail(failure, attempted(), nil, known: theirs, initial: known()))?.failures == 5)
  }

  @Test func pauseOfAnotherRunIsKept() throws {
    var mine = FeedFailure(.rateLimited, "the server answered 429")
    mine.notBefore = now.adding(seconds: 60)
    var theirs = known()
    theirs.notBefore = now.adding(seconds: 600)
    let decision = acceptance.fail(mine, attempted(), nil, known: theirs, initial: known())
    #expect(update(decision)?.notBefore == theirs.notBefore)
  }

  /// Failures with a local cause say nothing about the feed.
  @Test(arguments: [ReasonCode.configAddress, .cancelled, .policyAddress, .storeBusy])
  func failuresOfThisRunAreNotStored(_ reason: ReasonCode) {
    let decision = acceptance.fail(FeedFailure(reason, "no"), attempted(), nil, known: known(), initial: known())
    #expect(update(decision) == nil, "\(reason) was stored")
    #expect(decision.report.outcome == .stale)
  }

  @Test func feedThatIsNotDueIsUnchangedWhileItsResultIsRecent() {
    #expect(acceptance.serve(known(), .notDue, nil).report.outcome == .unchanged)
    let old = known(secondsAgo: Acceptance.longestTrust)
    let decision = acceptance.serve(old, .notDue, nil)
    #expect(decision.report.outcome == .stale)
    #expect(decision.staleNote != nil)
  }

  /// An empty reply is accepted after three sightings at least an hour apart.
  @Test func sightingsAreCounted() throws {
    var state = known()
    var hours = 0
    while let held = Acceptance(reading: acceptance.reading, options: PollOptions(), now: now.adding(seconds: hours * 3600))
      .heldBack(.guardEmpty, entries: 0, state)
    {
      state.held = held
      hours += 1
      #expect(held.count == hours)
    }
    #expect(hours == 2)
    var accepting = PollOptions()
    accepting.accepted = [acceptance.feed.id]
    #expect(Acceptance(reading: acceptance.reading, options: accepting, now: now).heldBack(.guardEmpty, entries: 0, known()) == nil)
  }

  /// The event of a failure in the content names the first reply of a result, or the last one that was received.
  @Test func eventsNameAReply() {
    var replies = FeedReplies(isUnconditional: true)
    for (status, page) in [(200, "one"), (203, "two")] {
      let request = FeedRequest(page, addresses: [])
      let reply = FeedReply(to: request, status: status, body: [1, 2, 3], url: "https://example.edu/\(page)")
      replies.answers.append(FeedReplies.Answer(request: request, reply: reply, known: nil))
    }
    replies.attempts = 4
    let last = acceptance.event(.drift, "other", [], replies, nil)
    #expect(last.status == 203 && last.url == "https://example.edu/two" && last.bytes == nil && last.attempt == 4)
    let whole = acceptance.event(.drift, "other", [], replies, ReplySummary(replies.replies))
    #expect(whole.status == 200 && whole.url == "https://example.edu/one" && whole.bytes == 6)
  }

  /// Instead of a reply that cannot be read, the last accepted one is used; without one, none.
  @Test func unreadableRepliesAreReplaced() throws {
    let requests = ["one", "two", "three"].map { FeedRequest($0, addresses: []) }
    var replies = FeedReplies(isUnconditional: true)
    for request in requests {
      let reply = FeedReply(to: request, body: [1])
      replies.answers.append(FeedReplies.Answer(request: request, reply: reply, known: nil))
    }
    var state = known()
    state.requests["two"] = FeedState.RequestState(key: "k", validators: Validators(), body: "b", url: "", receivedAt: now)
    let unread = requests.dropFirst().map { request in
      FeedReader.Unread(request: request, failure: FeedFailure(.drift, "other"), note: Note(.drift, "other"))
    }
    #expect(replies.replacing([], state, of: acceptance.feed).replies.count == 3)
    let used = replies.replacing(unread, state, of: acceptance.feed)
    #expect(used.answers.map(\.label) == ["one", "two"] && used.replies.map(\.request.name) == ["one"])
    #expect(used.answers.last?.known == state.requests["two"])
    state.lastGood = nil
    #expect(replies.replacing(unread, state, of: acceptance.feed).answers.map(\.label) == ["one"], "none has been accepted")
  }
}
