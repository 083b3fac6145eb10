import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import StoreInterface

/// Holds a result back that looks like an accident: the last good one is worth more until time or people confirm the new one.
enum ResultGuard {
  /// Polls that must agree, and how far apart they are at the least.
  static let confirmations = 3
  static let secondsApart = 3600

  /// Why a result is suspicious; nil for one that is not.
  static func suspicion(_ found: [EntryID], insteadOf last: FeedState.LastGood?, ids: () -> [EntryID]) -> (
    reason: ReasonCode, detail: String
  )? {
    let count = found.count
    if count == 0 { return last.map { $0.entries > 0 } ?? true ? (.guardEmpty, "the feed has no records at all") : nil }
    guard let last, last.entries > 0 else { return nil }
    let lost = last.entries - count
    if lost > 10, lost * 10 > last.entries { return (.guardShrink, "\(last.entries) entries became \(count)") }
    if count > 10 * last.entries, count > 10 { return (.guardGrowth, "\(last.entries) entries became \(count)") }
    guard last.entries > 10 else { return nil }
    let now = Set(found)
    let gone = ids().count { !now.contains($0) }
    return gone * 2 > last.entries ? (.guardChurn, "\(gone) of \(last.entries) ids are gone") : nil
  }

  /// What is remembered of a suspicious result after another sighting; nil when it has been confirmed.
  ///
  /// - Parameter entries: of the result. Results confirm each other whose numbers are within a tenth (or two) of the first.
  static func held(_ old: FeedState.Held?, _ reason: ReasonCode, entries: Int, at now: Instant) -> FeedState.Held? {
    guard var held = old, held.reason == reason, abs(held.entries - entries) <= max(2, held.entries / 10) else {
      return FeedState.Held(reason: reason, count: 1, entries: entries, lastAt: now)
    }
    // A clock that was set back must not keep the next sighting away.
    if held.lastAt <= now {
      guard now.seconds(since: held.lastAt) >= secondsApart else { return held }
      held.count += 1
    }
    held.lastAt = now
    return held.count >= confirmations ? nil : held
  }
}
