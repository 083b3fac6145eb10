public import CampusCatalog
public import OpeningHours

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
  /// - Throws: `QueryError` for text without letters or digits, and for text that is too long.
  public init(search text: String) throws(QueryError) {
    guard text.utf8.count <= SearchText.longest else {
      throw QueryError(.text, "the search has \(text.utf8.count) bytes; enter a few words, at most \(SearchText.longest) bytes")
    }
    let search = SearchText(text)
    guard !search.isEmpty else { throw QueryError(.text, "nothing to search for; enter at least one letter or digit") }
    self.search = search
    order = .rank
  }

  /// - Parameter statuses: the statuses of the entries by this rule, in their order, if they have been computed before; nil to compute those
  ///   that are needed.
  public func results(in entries: [Entry], by rule: StatusRule, statuses: [Status]? = nil) -> QueryResults<PlaceListing> {
    var (beyond, withoutPosition) = (0, 0)
    var nextChange: Instant?
    var matches: [(index: Int, status: Status?, distance: Double?, rank: SearchRank?)] = []
    for index in entries.indices where filter.accepts(entries[index]) {
      let rank = search.flatMap { SearchRank(of: entries[index], for: $0) }
      if rank == nil, search != nil { continue }
      let distance = near?.distance(of: entries[index])
      let isNear = isNear(distance)
      if isNear, let change = statuses?[index].until { nextChange = min(nextChange ?? change, change) }
      // Without conditions on the status, there is no need to compute it.
      let status = statuses?[index] ?? (filter.dependsOnStatus ? rule.status(of: entries[index]) : nil)
      if let status, !filter.accepts(status, of: entries[index], by: rule) { continue }
      if isNear {
        matches.append((index, status, distance, rank))
      } else if distance == nil {
        withoutPosition += 1
      } else {
        beyond += 1
      }
    }
    let total = matches.count
    if order == .distance, let limit, limit > 0, limit < total {
      // Only the nearest are compared further.
      let farthest = matches.map { $0.distance ?? .infinity }.sorted()[limit - 1]
      matches.removeAll { $0.distance ?? .infinity > farthest }
    }
    var found = matches.map { match in
      RankedPlace(rule.listing(entries[match.index], match.status, distance: match.distance), order, rank: match.rank)
    }
    found.sort { $0.precedes($1, in: order) }
    var results = QueryResults(found.prefix(max(0, limit ?? total)).map(\.listing), total: total)
    (results.beyond, results.withoutPosition, results.nextChange) = (beyond, withoutPosition, nextChange)
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
