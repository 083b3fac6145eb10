import CampusCatalog
import FeedKit
import Fetching
import OpeningHours

/// Decides whether a feed is polled now, from its state, the options and the time.
extension Acceptance {
  /// The number of seconds after the last unconditional reply from which validators are not sent, and after which validators that
  /// contradicted the content are trusted again.
  static let longestCondition = 8 * 86_400

  /// Returns why the feed is not polled; nil if it is. `PollOptions.refresh` overrides only the schedule, not a pause that the server
  /// demanded.
  func reasonToSkip(_ state: FeedState) -> ReasonCode? {
    if options.offline { return .offline }
    if state.isGone, !isAlwaysAccepted { return .gone }
    // Ignore a time that is too far away to be valid: the clock was set back.
    if let notBefore = state.notBefore, now < notBefore, notBefore.seconds(since: now) <= 2 * Freshness.maximum { return .rateLimited }
    let acceptsHeld = state.heldFeeds.keys.contains(where: options.accepted.contains)
    guard !options.refresh, !isAlwaysAccepted, !acceptsHeld, let nextDue = state.nextDue, now < nextDue else { return nil }
    if let last = state.lastPolledAt, last > now { return nil }
    return state.lastFailure ?? .notDue
  }

  /// Returns details about why a feed is not polled; nil if it is simply not due, disabled or gone.
  func detail(of reason: ReasonCode, _ state: FeedState) -> String? {
    guard let until = [state.nextDue, state.notBefore].compactMap({ $0 }).max(), !reason.isSkip, reason != .gone else { return nil }
    let attempt = "next attempt after \(until.zonedText(in: feed.campus.timeZone))"
    if reason.isHold {
      return "the last result is held back; \(attempt), or now with --accept \(feed.id)"
    }
    return reason == .rateLimited || reason == .circuitOpen
      ? "the server asked to wait; \(attempt)" : "the last poll failed; \(attempt)"
  }

  /// Whether all replies are requested without validators.
  func isUnconditional(_ state: FeedState) -> Bool {
    guard state.lastGood != nil, state.distrustedAt == nil, let last = state.lastUnconditionalAt else { return true }
    return now.seconds(since: last) >= Self.longestCondition || last > now
  }

  /// Returns whether validators that contradicted the content are still not trusted.
  func isDistrusted(_ state: FeedState) -> Bool {
    guard let since = state.distrustedAt, since <= now else { return false }
    return now.seconds(since: since) < Self.longestCondition
  }

  /// Returns whether the last poll was on the same day (UTC) and ended with 401 or 403. These are logged once a day, because only a
  /// person can fix the credentials.
  func wasRefusedToday(_ state: FeedState) -> Bool {
    guard state.lastFailure == .auth, let last = state.lastPolledAt else { return false }
    return last.local(offset: 0).date == now.local(offset: 0).date
  }
}

extension FeedState {
  /// Whether the server answered 410 in three polls, on more than one day.
  var isGone: Bool {
    guard goneAt.count >= 3, let first = goneAt.first, let last = goneAt.last else { return false }
    return first.local(offset: 0).date != last.local(offset: 0).date
  }

  /// Returns the state for reading with a key, without the parts that belong to another version of the adapter, other addresses or other
  /// headers.
  ///
  /// - Returns: also whether the replies must be read again even if their bytes are the same.
  static func current(_ known: FeedState?, _ reading: Plan.Reading) -> (state: FeedState, mustReread: Bool, isReset: Bool) {
    let key = reading.key
    guard var state = known else {
      var state = FeedState(feed: reading.feed.id, key: key)
      state.revision = .none
      return (state, false, false)
    }
    guard state.key != key else { return (state, state.requests.values.contains(where: \.key.isEmpty), false) }
    state.key = key
    state.nextDue = nil
    state.notBefore = nil
    state.goneAt = []
    state.held = nil
    state.distrustedAt = nil
    state.forgetRequests()
    return (state, true, true)
  }

  /// Detaches the stored replies from their requests, so that everything is requested and read again.
  mutating func forgetRequests() {
    for label in requests.keys {
      requests[label]?.validators = Validators()
      requests[label]?.key = ""
    }
  }
}
