public import CampusCatalog
public import OpeningHours

/// A limit on the age of hours. If the feed that they come from was last read longer ago, the hours are unknown.
public struct FreshnessLimit: Sendable, Hashable {
  /// The default limit of 14 days, in seconds.
  public static let standardSeconds = 14 * 86_400

  public let seconds: Int
  /// When each feed was last read: `checkedAt` of its report, or else `fetchedAt`.
  public let lastSeen: [FeedID: Instant]

  public init(_ feeds: [FeedReport], seconds: Int = standardSeconds) {
    self.seconds = seconds
    lastSeen = Dictionary(feeds.compactMap { feed in (feed.checkedAt ?? feed.fetchedAt).map { (feed.id, $0) } }) { max($0, $1) }
  }

  /// Returns when the feeds that provide hours (`feedsOfHours`) were last read if that is too long before `instant`; nil if it is not, or
  /// is unknown. Of several feeds, the one that was read last counts.
  public func lastSeenIfTooOld(_ feeds: [FeedID], at instant: Instant) -> Instant? {
    guard let seen = feeds.compactMap({ lastSeen[$0] }).max() else { return nil }
    let (age, part) = (instant.secondsSinceEpoch - seen.secondsSinceEpoch, instant.nanoseconds - seen.nanoseconds)
    return age > Int64(seconds) || age == Int64(seconds) && part > 0 ? seen : nil
  }

  /// Returns when the hours of the next feed become too old; nil if no more feeds do.
  public func nextExpiry(after instant: Instant) -> Instant? {
    lastSeen.values.lazy.compactMap { Instant(secondsSinceEpoch: $0.secondsSinceEpoch + Int64(seconds)) }.filter { $0 >= instant }.min()
  }

  /// Returns the feeds that provide the hours of a place: the feed that a merge chose, or else all feeds of the entry. Empty for a place
  /// without hours, and for hours from a correction (all layers are `manual`).
  public static func feedsOfHours(_ entry: Entry) -> [FeedID] {
    guard let layers = entry.hours?.layers, layers.contains(where: { $0.level != .manual }) else { return [] }
    let hours = entry.provenance.first { $0.field == Entry.Field.hours.rawValue }
    switch hours?.origin {
    case .entry(let id): return id.feed.map { [$0] } ?? []
    case .correction: return hours?.overridden.first?.from.feed.map { [$0] } ?? entry.sources.map(\.feed)
    case nil: return entry.sources.map(\.feed)
    }
  }
}
