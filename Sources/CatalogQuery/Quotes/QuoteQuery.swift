public import CampusCatalog

/// A query for quotes: all of them, or a random one.
public struct QuoteQuery: Sendable, Hashable {
  /// Only quotes of these campuses; empty for all.
  public var campuses: Set<CampusID> = []
  /// Only quotes from these feeds; empty for all.
  public var feeds: Set<FeedID> = []
  /// A seed to choose one quote; nil for all quotes. Equal seeds choose equal quotes from equal lists, on every machine.
  ///
  /// With n matching quotes, sorted by id, the index of the chosen one is n times the first output of SplitMix64 with this seed, divided by
  /// 2^64 and rounded down.
  public var seed: UInt64?
  /// The maximum number of results; nil for no limit. Ignored if there is a seed.
  public var limit: Int?

  /// Creates a query for all quotes.
  public init() {}

  /// Returns quotes sorted by id, or the chosen one.
  public func results(in entries: some Sequence<Entry>) -> QueryResults<Entry> {
    let found = entries.filter { entry in
      guard entry.kind == .quote else { return false }
      if !campuses.isEmpty, !campuses.contains(entry.campus) { return false }
      return feeds.isEmpty || entry.sources.contains { feeds.contains($0.feed) }
    }.sorted { $0.id < $1.id }
    guard let seed, !found.isEmpty else { return QueryResults(found, limit: limit) }
    let index = SplitMix64.first(of: seed).multipliedFullWidth(by: UInt64(found.count)).high
    return QueryResults([found[Int(index)]], limit: limit)
  }
}
