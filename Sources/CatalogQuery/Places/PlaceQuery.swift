public import CampusCatalog

/// A question about places: which of them, searched for what, near where, in which order.
///
/// This is what `list`, `open`, `near` and `search` ask. The answer depends on the entries and the rule alone, not on the order
/// in which the entries come.
public struct PlaceQuery: Sendable, Hashable {
  public var filter = PlaceFilter()
  /// Only places that answer this search; it has at least one word.
  public var search: SearchText?
  /// Gives each place its distance. With `within` only places that have a position, and are not further away.
  public var near: Nearness?
  /// Only places that have a position; a query with `within` wants that anyway.
  public var needsPosition = false
  public var order = PlaceOrder.state
  /// How many places to give; nil: all.
  public var limit: Int?

  public init() {}

  /// Every place that has a position, the nearest first.
  public init(near: Nearness) {
    self.near = near
    needsPosition = true
    order = .distance
  }

  /// The places that answer a search, the best first.
  ///
  /// - Throws: `QueryError` for text without a letter or a number.
  public init(search text: String) throws(QueryError) {
    let search = SearchText(text)
    guard !search.isEmpty else { throw QueryError(.text, "there is nothing to search for: give at least one letter or digit") }
    self.search = search
    order = .rank
  }

  /// Linear in the entries, but for the sorting of those that are found.
  public func answer(among entries: some Sequence<Entry>, by rule: StatusRule) -> Answer<PlaceListing> {
    var found: [PlaceListing] = []
    var keys: [PlaceKey] = []
    for entry in entries where filter.accepts(entry) {
      var rank: SearchRank?
      if let search {
        guard let found = SearchRank(of: entry, for: search) else { continue }
        rank = found
      }
      let distance = near?.distance(of: entry)
      if distance == nil, needsPosition || near?.within != nil { continue }
      if let distance, let within = near?.within, distance > within { continue }
      let listing = rule.listing(entry, distance: distance)
      guard filter.accepts(listing) else { continue }
      keys.append(PlaceKey(listing, order, rank: rank))
      found.append(listing)
    }
    // Sorts positions and reads the keys in place: moving or copying a key touches the reference counts of its texts.
    var positions = Array(keys.indices)
    positions.sort { [keys] in keys.span[$0].precedes(keys.span[$1], in: order) }
    return Answer(positions.prefix(max(0, limit ?? positions.count)).map { found[$0] }, total: positions.count)
  }
}
