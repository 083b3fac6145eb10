/// In which order places are listed. In none are two places equal: what is equal otherwise stands by `NameOrder`, which ends
/// with the id.
public enum PlaceOrder: String, Sendable, Hashable, CaseIterable {
  /// Open places, then closed ones, then those of which it is not known.
  case state
  /// By `NameOrder` alone.
  case name
  /// By building, then region, then address, each folded; what is missing comes last.
  case location
  /// The nearest first, then by id; places without a position last.
  case distance
  /// Open places by the moment at which they close, the soonest first; then those that never do; then all others, closed
  /// before unknown.
  case closing
  /// By `SearchRank`.
  case rank
}
