public import CampusCatalog

/// A question about quotes: all of them, or one that chance picks.
public struct QuoteQuery: Sendable, Hashable {
  /// Quotes of these campuses; empty: of all.
  public var campuses: Set<CampusID> = []
  /// Quotes that a record of one of these feeds made; empty: of all.
  public var feeds: Set<FeedID> = []
  /// Only one, chosen by this number: the same number chooses the same of the same quotes, on every machine. Nil: all.
  ///
  /// The quotes are numbered from zero by their ids. The first output of SplitMix64 with this seed, times their count, divided
  /// by 2^64 and rounded down, is the number of the one.
  public var seed: UInt64?
  /// How many quotes to give; nil: all.
  public var limit: Int?

  public init() {}

  /// By id.
  public func answer(among entries: some Sequence<Entry>) -> Answer<Entry> {
    let found = entries.filter { entry in
      guard entry.kind == .quote else { return false }
      if !campuses.isEmpty, !campuses.contains(entry.campus) { return false }
      return feeds.isEmpty || entry.sources.contains { feeds.contains($0.feed) }
    }.sorted { $0.id < $1.id }
    guard let seed, !found.isEmpty else { return Answer(found, limit: limit) }
    let index = SplitMix64.first(of: seed).multipliedFullWidth(by: UInt64(found.count)).high
    return Answer([found[Int(index)]], limit: limit)
  }
}
