public import CampusCatalog

/// The places of a catalog by position, to find the nearest ones of a state: for servers, which are asked again and again, and compute the
/// states of all places only once a minute.
///
/// Answers are equal to `PlaceQuery.results`.
public struct NearestPlaces: Sendable {
  fileprivate let entries: [Entry]
  /// The places with a position, by their positions in the catalog.
  fileprivate let indices: [Int]
  /// The coordinates of these places.
  private let coordinates: [Coordinate]
  /// The places without a position, by their positions in the catalog.
  fileprivate let elsewhere: [Int]

  public init(_ entries: [Entry]) {
    self.entries = entries
    let places = entries.enumerated().compactMap { index, entry in entry.place.map { (index: index, coordinate: $0.location.coordinate) } }
    let located = places.compactMap { index, coordinate in coordinate.map { (index: index, coordinate: $0) } }
    (indices, coordinates) = (located.map(\.index), located.map(\.coordinate))
    elsewhere = places.filter { $0.coordinate == nil }.map(\.index)
  }

  /// Returns the answer to a query for the nearest places, or the nearest ones of a state, with a maximum distance or without; nil for any
  /// other query.
  ///
  /// - Parameters:
  ///   - limit: the number of places to return; the limit of the query is ignored.
  ///   - states: the states of these places.
  public func places(of query: PlaceQuery, limit: Int, _ states: PlaceStates) -> QueryResults<NearPlace>? {
    var filter = PlaceFilter()
    filter.state = query.filter.state
    guard let near = query.near, limit > 0, query.order == .distance, query.search == nil, query.needsPosition, query.filter == filter
    else { return nil }
    var found: [NearPlace] = []
    var farthest = near.within ?? .infinity
    func sort() { found.sort { $0.distance != $1.distance ? $0.distance < $1.distance : entries[$0.entry].id < entries[$1.entry].id } }
    for (index, coordinate) in coordinates.enumerated() where filter.state == nil || states.states[index] == filter.state {
      let distance = near.center.distance(to: coordinate)
      guard distance <= farthest else { continue }
      found.append(NearPlace(entry: indices[index], distance: distance))
      // Without a maximum distance, only the nearest are kept.
      if near.within == nil, found.count == 2 * limit {
        sort()
        found.removeLast(limit)
        farthest = found[limit - 1].distance
      }
    }
    sort()
    let counts = states.counts(of: filter.state)
    let total = near.within == nil ? counts.withPosition : found.count
    var results = QueryResults(Array(found.prefix(limit)), total: total)
    (results.beyond, results.withoutPosition) = (counts.withPosition - total, counts.withoutPosition)
    return results
  }
}

/// A place that was found by its position.
public struct NearPlace: Sendable, Hashable {
  /// The position of the entry in the catalog.
  public let entry: Int
  /// The distance in meters.
  public let distance: Double
}

/// The states of all places at one moment.
public struct PlaceStates: Sendable {
  /// The states of the places with a position, in their order in `NearestPlaces`.
  fileprivate let states: [PlaceState]
  private var counts: [PlaceState: (withPosition: Int, withoutPosition: Int)] = [:]

  /// - Parameter state: returns the state of a place.
  public init(of places: NearestPlaces, _ state: (Entry) -> PlaceState) {
    states = places.indices.map { state(places.entries[$0]) }
    for state in states { counts[state, default: (0, 0)].withPosition += 1 }
    for index in places.elsewhere { counts[state(places.entries[index]), default: (0, 0)].withoutPosition += 1 }
  }

  /// Returns the numbers of places of a state; nil is any state.
  fileprivate func counts(of state: PlaceState?) -> (withPosition: Int, withoutPosition: Int) {
    if let state { return counts[state] ?? (0, 0) }
    return counts.values.reduce((0, 0)) { ($0.0 + $1.withPosition, $0.1 + $1.withoutPosition) }
  }
}
