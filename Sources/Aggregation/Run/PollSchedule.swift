import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import StoreInterface

/// Whether a feed is asked now: a function of its state, the options and the time.
struct PollSchedule: Sendable {
  let feed: Feed
  let options: PollOptions
  let now: Instant

  /// Validators are not sent after so many seconds without an unconditional reply; validators that contradicted the content are trusted
  /// again after as many.
  static let longestCondition = 8 * 86_400

  /// Why the feed is not asked; nil when it is.
  func reasonToSkip(_ state: FeedState) -> ReasonCode? {
    if options.offline { return .offline }
    let isAccepted = options.accepted.contains(feed.id)
    if state.isGone, !isAccepted { return .gone }
    // A clock that was set back cannot make a wait longer than the longest that is ever set.
    if let notBefore = state.notBefore, now < notBefore, notBefore.seconds(since: now) <= 2 * Freshness.maximum { return .rateLimited }
    guard !options.refresh, !isAccepted, let nextDue = state.nextDue, now < nextDue else { return nil }
    if let last = state.lastPolledAt, last > now { return nil }
    return state.lastFailure ?? .notDue
  }

  /// A skipped feed that has more to say than that it is not due.
  func detail(of reason: ReasonCode, _ state: FeedState) -> String? {
    guard let until = [state.nextDue, state.notBefore].compactMap({ $0 }).max(), !reason.isSkip, reason != .gone else {
      return nil
    }
    if reason.isHold {
      return "the last result is held back, --accept \(feed.id) asks again and takes it; otherwise next attempt after \(until)"
    }
    return reason == .rateLimited || reason == .circuitOpen
      ? "the server asked for a pause; next attempt after \(until)" : "the last poll failed; next attempt after \(until)"
  }

  /// Whether all replies are requested without validators.
  func isUnconditional(_ state: FeedState) -> Bool {
    guard state.lastGood != nil, state.distrustedAt == nil, let last = state.lastUnconditionalAt else { return true }
    return now.seconds(since: last) >= Self.longestCondition || last > now
  }

  /// Whether validators that contradicted the content are still not to be used.
  func isDistrusted(_ state: FeedState) -> Bool {
    guard let since = state.distrustedAt, since <= now else { return false }
    return now.seconds(since: since) < Self.longestCondition
  }

  /// Whether the last poll was on the same day, in UTC, and ended with 401 or 403: once a day is enough for what only people can change.
  func wasRefusedToday(_ state: FeedState) -> Bool {
    guard state.lastFailure == .auth, let last = state.lastPolledAt else { return false }
    return last.local(offset: 0).date == now.local(offset: 0).date
  }
}

extension FeedState {
  /// The server answered 410 in three polls, on more than one day.
  var isGone: Bool {
    guard goneAt.count >= 3, let first = goneAt.first, let last = goneAt.last else { return false }
    return first.local(offset: 0).date != last.local(offset: 0).date
  }

  /// The state for a reading with this key, without what belongs to another version of the adapter, other addresses or other headers.
  ///
  /// - Returns: also whether the last good result has to be read again even if its bytes are the same.
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

  /// Detaches the stored replies from their requests: everything has to be requested and read again, however long that takes.
  mutating func forgetRequests() {
    for label in requests.keys {
      requests[label]?.validators = Validators()
      requests[label]?.key = ""
    }
  }
}
