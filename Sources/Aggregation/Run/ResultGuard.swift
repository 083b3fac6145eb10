import CampusCatalog
import Fetching
import OpeningHours

/// Holds back suspicious results, such as an empty feed. The last good result is served until further polls or an operator confirm the
/// new one.
enum ResultGuard {
  /// The number of polls with the same result that confirm it.
  static let confirmations = 3
  /// The minimum time between those polls, in seconds.
  static let secondsApart = 3600

  /// Returns why a result is suspicious; nil if it is not.
  ///
  /// * `guard.empty`: no entries, unless the last good result had none either.
  /// * `guard.shrink`: more than 10 entries, and more than 10 %, are missing. (100 → 80 is held back, 8 → 2 is not.)
  /// * `guard.growth`: more than 10 times as many entries, and more than 10.
  /// * `guard.churn`: of more than 10 entries, more than half have ids that are gone.
  ///
  /// Menus do not count.
  ///
  /// - Parameters:
  ///   - last: the number of entries of the last good result; nil if there is none.
  ///   - ids: returns the ids of the last good result. Called only if they are needed.
  static func suspicion(_ found: [EntryID], insteadOf last: Int?, ids: () -> [EntryID]) -> (reason: ReasonCode, detail: String)? {
    let count = found.count
    if count == 0 { return last.map { $0 > 0 } ?? true ? (.guardEmpty, "the feed has no records at all") : nil }
    guard let last, last > 0 else { return nil }
    let lost = last - count
    if lost > 10, lost * 10 > last { return (.guardShrink, "\(last.counted("entry", "entries")) became \(count)") }
    if count > 10 * last, count > 10 { return (.guardGrowth, "\(last.counted("entry", "entries")) became \(count)") }
    guard last > 10 else { return nil }
    let now = Set(found)
    let gone = ids().count { !now.contains($0) }
    return gone * 2 > last ? (.guardChurn, "\(gone) of \(last) ids are gone") : nil
  }

  /// Returns the record of a suspicious result after another poll; nil if the result is confirmed.
  ///
  /// - Parameter entries: the number of entries. It confirms the first result if the two differ by at most a tenth of the first, or by 2.
  static func held(_ old: FeedState.Held?, _ reason: ReasonCode, entries: Int, at now: Instant) -> FeedState.Held? {
    guard var held = old, held.reason == reason, abs(held.entries - entries) <= max(2, held.entries / 10) else {
      return FeedState.Held(reason: reason, count: 1, entries: entries, lastAt: now)
    }
    // Count the poll if the clock was set back; otherwise require the minimum time.
    if held.lastAt <= now {
      guard now.seconds(since: held.lastAt) >= secondsApart else { return held }
      held.count += 1
    }
    held.lastAt = now
    return held.count >= confirmations ? nil : held
  }
}
