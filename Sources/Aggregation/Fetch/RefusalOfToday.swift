import CampusCatalog
import FeedCore
import OpeningHours

/// Whether people were told today that a server wants other credentials: once a day is enough for what only they can change.
enum RefusalOfToday {
  /// For the requests that are made within.
  @TaskLocal static var isTold = false

  /// The last poll was of the same day, in UTC, and ended so.
  static func isTold(by state: FeedState, at now: Instant) -> Bool {
    guard state.lastFailure == "auth", let last = state.lastPolledAt else { return false }
    return last.local(offset: 0).date == now.local(offset: 0).date
  }
}
