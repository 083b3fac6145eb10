/// An order for places. Ties are sorted by name (`NameSortKey`), and finally by id.
public enum PlaceOrder: String, Sendable, Hashable, CaseIterable {
  /// Open places, then closed places, then unknown ones.
  case state
  /// By name (`NameSortKey`).
  case name
  /// By building, then region, then address, each folded. Missing values come last.
  case location
  /// By distance, nearest first, then by id. Places without a position come last.
  case distance
  /// Open places by closing time, soonest first; then open places that never close, then closed places, then unknown ones.
  case closing
  /// By how well they match the search (`SearchRank`).
  case rank
}
