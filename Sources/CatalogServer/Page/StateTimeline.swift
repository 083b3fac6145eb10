import CampusCatalog
import CatalogQuery
import OpeningHours

/// The changes of a place's state in the days after a moment. With them, a page stays right without another request.
struct StateTimeline: Sendable, Hashable {
  /// A change to another state.
  struct Change: Sendable, Hashable {
    let at: Instant
    let state: PlaceState
    /// The sentence about unknown hours; nil for known ones.
    let sentence: String?
  }

  /// The state at the moment, then the changes, in their order.
  private(set) var changes: [Change] = []

  private static let days = 7
  private static let mostChanges = 60

  init(of listing: PlaceListing, by rule: StatusRule) {
    let entry = listing.entry
    let seen = rule.freshness.flatMap { limit in FreshnessLimit.feedsOfHours(entry).compactMap { limit.lastSeen[$0] }.max() }
    let tooOld = seen.flatMap { seen in
      rule.freshness.flatMap { Instant(secondsSinceEpoch: seen.secondsSinceEpoch + Int64($0.seconds) + 1) }
    }
    var (moment, status) = (listing.instant, listing.status)
    let horizon = Self.end(after: listing.instant)
    while true {
      changes.append(
        Change(at: moment, state: PlaceState(status), sentence: status.isUnknown ? Self.sentence(status, moment, listing) : nil))
      // The first change after the days is needed for the sentence before it.
      guard moment < horizon, changes.count < Self.mostChanges, let next = status.until, next > moment else { break }
      if let tooOld, let seen, tooOld <= next {
        let status = Status(.unknown(.old(seen)))
        changes.append(Change(at: tooOld, state: .unknown, sentence: Self.sentence(status, tooOld, listing)))
        break
      }
      (moment, status) = (next, entry.place?.hours?.status(at: next) ?? Status(.unknown(.noHours)))
    }
  }

  /// The moment after which the changes may be incomplete.
  static func end(after moment: Instant) -> Instant {
    Instant(secondsSinceEpoch: moment.secondsSinceEpoch + Int64(days) * 86_400) ?? moment
  }

  private static func sentence(_ status: Status, _ moment: Instant, _ listing: PlaceListing) -> String? {
    listing.zone.map { status.sentence(at: moment, in: $0, style: listing.style) }
  }
}

extension Status {
  fileprivate var isUnknown: Bool { unknownReason != nil }
}
