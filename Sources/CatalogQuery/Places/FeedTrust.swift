public import CampusCatalog
public import OpeningHours

/// For how long the last good result of a feed is believed: older hours may have changed unseen.
public struct FeedTrust: Sendable, Hashable {
  /// Fourteen days.
  public static let standardSeconds = 14 * 86_400

  /// A result that is older than this, in seconds, is not believed.
  public let seconds: Int
  /// When each feed was last seen to be as it is here: the report's `checkedAt`, else its `fetchedAt`.
  public let lastSeen: [FeedID: Instant]

  public init(_ feeds: [FeedReport], seconds: Int = standardSeconds) {
    self.seconds = seconds
    lastSeen = Dictionary(feeds.compactMap { feed in (feed.checkedAt ?? feed.fetchedAt).map { (feed.id, $0) } }) { max($0, $1) }
  }

  /// The moment at which the hours of a place were last seen, when that is too long before another moment; else nil, as for
  /// feeds of which no moment is known.
  ///
  /// Of several feeds that gave the hours the one that was seen last counts.
  public func tooOld(_ entry: Entry, at instant: Instant) -> Instant? { tooOld(Self.feedsOfHours(entry), at: instant) }

  /// The same for hours that these feeds gave.
  public func tooOld(_ feeds: [FeedID], at instant: Instant) -> Instant? {
    guard let seen = feeds.compactMap({ lastSeen[$0] }).max() else { return nil }
    let (age, part) = (instant.secondsSinceEpoch - seen.secondsSinceEpoch, instant.nanoseconds - seen.nanoseconds)
    return age > Int64(seconds) || age == Int64(seconds) && part > 0 ? seen : nil
  }

  /// The feeds that gave the hours: the one that a merge chose, else all whose records made the entry. None for hours that
  /// people gave by a correction (all layers are `manual`).
  public static func feedsOfHours(_ entry: Entry) -> [FeedID] {
    guard let layers = entry.place?.hours?.layers, layers.contains(where: { $0.level != .manual }) else { return [] }
    let hours = entry.provenance.first { $0.field == Entry.Field.hours.rawValue }
    switch hours?.origin {
    case .entry(let id): return id.feed.map { [$0] } ?? []
    case .correction:
      let feeds = hours?.overridden.first?.from.feed.map { [$0] }
      return feeds ?? entry.sources.map(\.feed)
    case nil: return entry.sources.map(\.feed)
    }
  }
}
