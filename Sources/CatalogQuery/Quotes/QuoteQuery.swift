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

  public init() {}

  /// Returns quotes sorted by id, or the chosen one.
  public func results(in entries: some Sequence<Entry>) -> QueryResults<Entry> {
    let found = entries.filter { $0.kind == .quote && $0.isFrom(campuses, feeds) }.sorted { $0.id < $1.id }
    guard let seed, !found.isEmpty else { return QueryResults(found, limit: limit) }
    let index = Self.splitMix64(seed).multipliedFullWidth(by: UInt64(found.count)).high
    return QueryResults([found[Int(index)]], limit: limit)
  }

  /// Returns the first output of the pseudorandom number generator SplitMix64 by Steele, Lea and Flood for a seed:
  /// <https://prng.di.unimi.it/splitmix64.c>.
  private static func splitMix64(_ seed: UInt64) -> UInt64 {
    var word = seed &+ 0x9E37_79B9_7F4A_7C15
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
