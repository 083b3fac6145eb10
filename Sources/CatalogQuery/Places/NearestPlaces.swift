public import CampusCatalog
import Foundation

/// The places of a catalog by position, to find the nearest ones of a state without examining all: for servers, which are asked again and again.
///
/// Answers are equal to `PlaceQuery.results`.
public struct NearestPlaces: Sendable {
  /// Lists of more results are left to others: here, each new result is inserted in a sorted list.
  private static let most = 1_000
  /// Ranges of so many points are not split further.
  private static let leaf = 16

  fileprivate let entries: [Entry]
  /// The positions as points on the unit sphere.
  ///
  /// A k-d tree without pointers: the middle of each range splits it, by x, y and z in turn. The other arrays are parallel to it: a search reads
  /// many points, and the rest of few.
  private let points: [SIMD3<Double>]
  private let coordinates: [Coordinate]
  /// The positions of the entries in the catalog.
  fileprivate let indices: [Int]
  /// The places without a position, by their positions in the catalog.
  fileprivate let elsewhere: [Int]

  public init(_ entries: [Entry]) {
    self.entries = entries
    var places = entries.enumerated().compactMap { index, entry in
      entry.place?.location.coordinate.map { (point: $0.spherePoint, coordinate: $0, index: index) }
    }
    Self.arrange(&places[...], axis: 0)
    (points, coordinates, indices) = (places.map(\.point), places.map(\.coordinate), places.map(\.index))
    elsewhere = entries.indices.filter { entries[$0].place.map { $0.location.coordinate == nil } ?? false }
  }

  private static func arrange(_ places: inout ArraySlice<(point: SIMD3<Double>, coordinate: Coordinate, index: Int)>, axis: Int) {
    guard places.count > leaf else { return }
    places.sort { $0.point[axis] < $1.point[axis] }
    let middle = places.startIndex + places.count / 2
    arrange(&places[..<middle], axis: (axis + 1) % 3)
    arrange(&places[(middle + 1)...], axis: (axis + 1) % 3)
  }

  /// Returns the answer to a query for the nearest places, or the nearest ones of a state, with the most distance or without; nil for any
  /// other query.
  ///
  /// - Parameters:
  ///   - limit: the number of places to return; the limit of the query is not looked at.
  ///   - states: the states of these places.
  public func places(of query: PlaceQuery, limit: Int, _ states: PlaceStates) -> QueryResults<NearPlace>? {
    var filter = PlaceFilter()
    filter.state = query.filter.state
    guard let near = query.near, (1...Self.most).contains(limit), query.order == .distance, query.search == nil,
      query.needsPosition, query.filter == filter
    else { return nil }
    let counts = states.counts(of: filter.state)
    // At night, hardly any place is open. Going through the open ones is then quicker than a search, which passes about `points / open` points
    // for each result.
    let few = filter.state.map { states.points(of: $0) }.flatMap { $0.count * $0.count <= limit * points.count ? $0 : nil }
    let center = near.center.spherePoint
    // The closure is called for hundreds of points: it must not copy the filter.
    let (state, statesByPoint) = (filter.state, states.states)
    let isWanted = { (point: Int) in state == nil || statesByPoint[point] == state }
    let candidates =
      near.within.map { points(within: 2 * sin(min($0 / Coordinate.earthRadius, .pi) / 2), of: center, few, isWanted) }
      ?? nearest(limit, to: center, few, isWanted)
    var found: [NearPlace] = []
    found.reserveCapacity(candidates.count)
    for point in candidates {
      let distance = near.center.distance(to: coordinates[point])
      if distance <= near.within ?? .infinity { found.append(NearPlace(entry: indices[point], distance: distance)) }
    }
    found.sort { $0.distance != $1.distance ? $0.distance < $1.distance : entries[$0.entry].id < entries[$1.entry].id }
    let total = near.within == nil ? counts.withPosition : found.count
    var results = QueryResults(Array(found.prefix(limit)), total: total)
    (results.beyond, results.withoutPosition) = (counts.withPosition - total, counts.withoutPosition)
    return results
  }

  /// Returns the nearest points, and those that are as far as the last of them, or so little farther that rounding may be the reason.
  ///
  /// - Parameter few: the only points to visit; nil for all.
  private func nearest(_ count: Int, to center: SIMD3<Double>, _ few: [Int]?, _ isWanted: (Int) -> Bool) -> [Int] {
    // A few more than wanted, which tell whether others are as far as the last.
    var list = NearestPoints(most: count + 4)
    if let few {
      for point in few { visit(point, center, isWanted, &list) }
    } else {
      search(0..<points.count, axis: 0, center, isWanted, &list)
    }
    if list.points.count < list.most { return list.points.map(\.point) }
    let reach = list.points[count - 1].square.squareRoot()
    return Self.widened(reach) < list.reach.squareRoot() ? list.points.map(\.point) : points(within: reach, of: center, few, isWanted)
  }

  private func search(_ range: Range<Int>, axis: Int, _ center: SIMD3<Double>, _ isWanted: (Int) -> Bool, _ list: inout NearestPoints) {
    guard range.count > Self.leaf else {
      for index in range { visit(index, center, isWanted, &list) }
      return
    }
    let middle = range.lowerBound + range.count / 2
    let offset = center[axis] - points[middle][axis]
    let (before, after) = (range.lowerBound..<middle, middle + 1..<range.upperBound)
    let next = axis == 2 ? 0 : axis + 1
    search(offset < 0 ? before : after, axis: next, center, isWanted, &list)
    visit(middle, center, isWanted, &list)
    if offset * offset < list.reach { search(offset < 0 ? after : before, axis: next, center, isWanted, &list) }
  }

  @inline(__always)
  private func visit(_ index: Int, _ center: SIMD3<Double>, _ isWanted: (Int) -> Bool, _ list: inout NearestPoints) {
    let offset = points[index] - center
    let square = (offset * offset).sum()
    if square < list.reach, isWanted(index) { list.insert(index, square) }
  }

  /// A straight distance, and the possible error of rounding.
  private static func widened(_ reach: Double) -> Double { reach * (1 + 1e-9) + 1e-14 }

  /// Returns the points within a straight distance, and those that are so little farther that rounding may be the reason.
  ///
  /// - Parameter few: the only points to visit; nil for all.
  private func points(within reach: Double, of center: SIMD3<Double>, _ few: [Int]?, _ isWanted: (Int) -> Bool) -> [Int] {
    let reach = Self.widened(reach)
    var found: [Int] = []
    func visit(_ index: Int) {
      let offset = points[index] - center
      if (offset * offset).sum() <= reach * reach, isWanted(index) { found.append(index) }
    }
    func search(_ range: Range<Int>, axis: Int) {
      guard range.count > Self.leaf else { return range.forEach(visit) }
      let middle = range.lowerBound + range.count / 2
      let offset = center[axis] - points[middle][axis]
      if offset <= reach { search(range.lowerBound..<middle, axis: (axis + 1) % 3) }
      visit(middle)
      if offset >= -reach { search(middle + 1..<range.upperBound, axis: (axis + 1) % 3) }
    }
    if let few { few.forEach(visit) } else { search(0..<points.count, axis: 0) }
    return found
  }
}

/// A place that was found by its position.
public struct NearPlace: Sendable, Hashable {
  /// The position of the entry in the catalog.
  public let entry: Int
  /// The distance in meters.
  public let distance: Double
}

/// The nearest points so far.
private struct NearestPoints {
  let most: Int
  /// Sorted by distance.
  private(set) var points: [(square: Double, point: Int)] = []
  /// The square of the distance that a point must be nearer than to be among them.
  private(set) var reach = Double.infinity

  init(most: Int) {
    self.most = most
    points.reserveCapacity(most + 1)
  }

  mutating func insert(_ point: Int, _ square: Double) {
    if points.count == most { points.removeLast() }
    var index = points.count
    points.append((square, point))
    while index > 0, points[index - 1].square >= square {
      points.swapAt(index, index - 1)
      index -= 1
    }
    if points.count == most { reach = points[most - 1].square }
  }
}

/// The states of all places at one moment.
public struct PlaceStates: Sendable {
  /// The states of the places with a position, in the order of their points.
  fileprivate let states: [PlaceState]
  private var byState: [PlaceState: (points: [Int], withoutPosition: Int)] = [:]

  /// - Parameter state: returns the state of a place; called for those with a position first, in the order of their points.
  public init(of places: NearestPlaces, _ state: (Entry) -> PlaceState) {
    states = places.indices.map { state(places.entries[$0]) }
    for (point, state) in states.enumerated() { byState[state, default: ([], 0)].points.append(point) }
    for index in places.elsewhere { byState[state(places.entries[index]), default: ([], 0)].withoutPosition += 1 }
  }

  /// Returns the numbers of places of a state; nil is any state.
  fileprivate func counts(of state: PlaceState?) -> (withPosition: Int, withoutPosition: Int) {
    if let state { return (byState[state]?.points.count ?? 0, byState[state]?.withoutPosition ?? 0) }
    return byState.values.reduce((0, 0)) { ($0.0 + $1.points.count, $0.1 + $1.withoutPosition) }
  }

  /// Returns the points of a state.
  fileprivate func points(of state: PlaceState) -> [Int] { byState[state]?.points ?? [] }
}
