public import CampusCatalog

/// A query for places, with a filter, a search, a position and an order.
///
///     var query = try PlaceQuery(search: "coffee")
///     query.filter.state = .open
///     query.limit = 10
///     let places = query.results(in: catalog.entries, by: StatusRule(at: now, campuses: catalog.campuses))
///
/// Results do not depend on the order of the entries.
public struct PlaceQuery: Sendable, Hashable {
  public var filter = PlaceFilter()
  /// Only places that match this search, which must not be empty; nil for all.
  public var search: SearchText?
  /// The position to measure distances from; nil for none. If it has a maximum distance, only places within it match.
  public var near: Proximity?
  /// Whether only places with a position match.
  public var needsPosition = false
  public var order = PlaceOrder.state
  /// The maximum number of results; nil for no limit.
  public var limit: Int?

  /// Creates a query for all places, open ones first.
  public init() {}

  /// Creates a query for places with a position, nearest first.
  public init(near: Proximity) {
    self.near = near
    needsPosition = true
    order = .distance
  }

  /// Creates a query for places that match a search, best matches first.
  ///
  /// - Throws: `QueryError` for text without letters or digits.
  public init(search text: String) throws(QueryError) {
    let search = SearchText(text)
    guard !search.isEmpty else { throw QueryError(.text, "nothing to search for; enter at least one letter or digit") }
    self.search = search
    order = .rank
  }

  public func results(in entries: [Entry], by rule: StatusRule) -> QueryResults<PlaceListing> {
    var (beyond, withoutPosition) = (0, 0)
    var found = entries.compactMap { entry -> RankedPlace? in
      guard filter.accepts(entry) else { return nil }
      let rank = search.flatMap { SearchRank(of: entry, for: $0) }
      if rank == nil, search != nil { return nil }
      let distance = near?.distance(of: entry)
      guard isNear(distance) else {
        // Without conditions on the status, there is no need to compute it.
        if !filter.dependsOnStatus || filter.accepts(rule.listing(entry)) {
          if distance == nil { withoutPosition += 1 } else { beyond += 1 }
        }
        return nil
      }
      let listing = rule.listing(entry, distance: distance)
      return filter.accepts(listing) ? RankedPlace(listing, order, rank: rank) : nil
    }
    found.sort { $0.precedes($1, in: order) }
    var results = QueryResults(found.prefix(max(0, limit ?? found.count)).map(\.listing), total: found.count)
    (results.beyond, results.withoutPosition) = (beyond, withoutPosition)
    return results
  }

  /// Returns whether a place at this distance matches; nil is the distance of a place without a position.
  private func isNear(_ distance: Double?) -> Bool {
    guard let distance else { return !needsPosition && near?.within == nil }
    return near?.within.map { distance <= $0 } ?? true
  }
}

/// An order for places. Ties are sorted by name (`NameSortKey`), and finally by id.
public enum PlaceOrder: String, Sendable, Hashable, CaseIterable {
  /// Open places, then closed places, then unknown ones.
  case state
  case name
  /// By building, then region, then address, each folded. Missing values come last.
  case location
  /// By distance, nearest first, then by id. Places without a position come last.
  case distance
  /// Open places by closing time, soonest first; then open places that never close, then closed places, then unknown ones.
  case closing
  case rank
}

/// A position to measure distances from, with an optional maximum distance.
///
/// Distances are equal to `Coordinate.distance(to:)`.
public struct Proximity: Sendable, Hashable {
  public let center: Coordinate
  /// The maximum distance in meters, inclusive; nil for no maximum.
  public let within: Double?

  public init(_ center: Coordinate, within: Double? = nil) {
    self.center = center
    self.within = within
  }

  /// Returns the distance of a place in meters; nil for an entry without a position.
  public func distance(of entry: Entry) -> Double? { entry.place?.location.coordinate.map { center.distance(to: $0) } }
}
