import CampusCatalog
import Foundation

/// The places of a catalog by position, to find the nearest ones of a state without examining all: for servers, which are asked again and again.
///
/// Answers are those of `PlaceQuery.results`.
public struct NearestPlaces: Sendable {
  /// A position as a point on the unit sphere, where straight distances have the order of great-circle distances. (In degrees they do not,
  /// and there are edges at the poles and at 180°.)
  private struct Point {
    let position: SIMD3<Double>
    let coordinate: Coordinate
    let entry: Int
  }

  private static let radius = 6_371_008.8
  /// Lists of more results are left to others: here, each new result is inserted in a sorted list.
  private static let most = 1_000
  /// Ranges of so many points are not split further.
  private static let leaf = 16

  private let entries: [Entry]
  /// A k-d tree without pointers: the middle of each range splits it, by x, y and z in turn.
  private var points: [Point] = []

  public init(_ entries: [Entry]) {
    self.entries = entries
    for (index, entry) in entries.enumerated() {
      guard let position = entry.place?.location.coordinate else { continue }
      points.append(Point(position: Self.point(position), coordinate: position, entry: index))
    }
    Self.arrange(&points, 0..<points.count, axis: 0)
  }

  private static func point(_ position: Coordinate) -> SIMD3<Double> {
    let (latitude, longitude) = (position.latitude * .pi / 180, position.longitude * .pi / 180)
    return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  private static func arrange(_ points: inout [Point], _ range: Range<Int>, axis: Int) {
    guard range.count > leaf else { return }
    points[range].sort { $0.position[axis] < $1.position[axis] }
    let middle = range.lowerBound + range.count / 2
    arrange(&points, range.lowerBound..<middle, axis: (axis + 1) % 3)
    arrange(&points, middle + 1..<range.upperBound, axis: (axis + 1) % 3)
  }

  /// Returns the answer to a query for the nearest places, or the nearest ones of a state, with the most distance or without; nil for any
  /// other query.
  ///
  /// - Parameters:
  ///   - states: the states of the same entries by the same rule.
  public func results(of query: PlaceQuery, _ states: PlaceStates, by rule: StatusRule) -> QueryResults<PlaceListing>? {
    var filter = PlaceFilter()
    filter.state = query.filter.state
    guard let near = query.near, let limit = query.limit, (1...Self.most).contains(limit), query.order == .distance, query.search == nil,
      query.needsPosition, query.filter == filter
    else { return nil }
    let counts = states.counts(of: filter.state)
    let centre = Self.point(near.centre)
    let isWanted = { (entry: Int) in filter.state.map { states.states[entry] == $0 } ?? true }
    let candidates =
      near.within.map { points(within: 2 * sin(min($0 / Self.radius, .pi) / 2), of: centre, isWanted) }
      ?? nearest(limit, to: centre, isWanted)
    var found: [(distance: Double, entry: Int)] = []
    for point in candidates {
      let distance = near.centre.distance(to: points[point].coordinate)
      if distance <= near.within ?? .infinity { found.append((distance, points[point].entry)) }
    }
    found.sort { $0.distance != $1.distance ? $0.distance < $1.distance : entries[$0.entry].id < entries[$1.entry].id }
    let total = near.within == nil ? counts.withPosition : found.count
    var results = QueryResults(found.prefix(limit).map { rule.listing(entries[$0.entry], distance: $0.distance) }, total: total)
    (results.beyond, results.withoutPosition) = (counts.withPosition - total, counts.withoutPosition)
    return results
  }

  /// Returns the nearest points, and those that are as far as the last of them, or so little farther that rounding may be the reason.
  private func nearest(_ count: Int, to centre: SIMD3<Double>, _ isWanted: (Int) -> Bool) -> [Int] {
    // The nearest ones so far, sorted. A few more than wanted, which tell whether others are as far as the last.
    let most = count + 4
    var nearest: [(square: Double, point: Int)] = []
    nearest.reserveCapacity(most + 1)
    func visit(_ index: Int) {
      let offset = points[index].position - centre
      let square = (offset * offset).sum()
      if nearest.count == most, square >= nearest[most - 1].square { return }
      guard isWanted(points[index].entry) else { return }
      var (low, high) = (0, nearest.count)
      while low < high {
        let middle = (low + high) / 2
        if nearest[middle].square < square { low = middle + 1 } else { high = middle }
      }
      nearest.insert((square, index), at: low)
      if nearest.count > most { nearest.removeLast() }
    }
    func search(_ range: Range<Int>, axis: Int) {
      guard range.count > Self.leaf else { return range.forEach(visit) }
      let middle = range.lowerBound + range.count / 2
      let offset = centre[axis] - points[middle].position[axis]
      let (before, after) = (range.lowerBound..<middle, middle + 1..<range.upperBound)
      search(offset < 0 ? before : after, axis: (axis + 1) % 3)
      visit(middle)
      if nearest.count < most || offset * offset < nearest[most - 1].square { search(offset < 0 ? after : before, axis: (axis + 1) % 3) }
    }
    search(0..<points.count, axis: 0)
    if nearest.count < most { return nearest.map(\.point) }
    let reach = nearest[count - 1].square.squareRoot()
    return Self.widened(reach) < nearest[most - 1].square.squareRoot() ? nearest.map(\.point) : points(within: reach, of: centre, isWanted)
  }

  /// A straight distance, and what rounding may add to it.
  private static func widened(_ reach: Double) -> Double { reach * (1 + 1e-9) + 1e-14 }

  /// Returns the points within a straight distance, and those that are so little farther that rounding may be the reason.
  private func points(within reach: Double, of centre: SIMD3<Double>, _ isWanted: (Int) -> Bool) -> [Int] {
    let reach = Self.widened(reach)
    var found: [Int] = []
    func visit(_ index: Int) {
      let offset = points[index].position - centre
      if (offset * offset).sum() <= reach * reach, isWanted(points[index].entry) { found.append(index) }
    }
    func search(_ range: Range<Int>, axis: Int) {
      guard range.count > Self.leaf else { return range.forEach(visit) }
      let middle = range.lowerBound + range.count / 2
      let offset = centre[axis] - points[middle].position[axis]
      if offset <= reach { search(range.lowerBound..<middle, axis: (axis + 1) % 3) }
      visit(middle)
      if offset >= -reach { search(middle + 1..<range.upperBound, axis: (axis + 1) % 3) }
    }
    search(0..<points.count, axis: 0)
    return found
  }
}

/// The states of all places at one moment.
public struct PlaceStates: Sendable {
  /// The state of each entry; unknown for those that are not places.
  fileprivate let states: [PlaceState]
  private var byState: [PlaceState: (withPosition: Int, withoutPosition: Int)] = [:]

  public init(of entries: [Entry], by rule: StatusRule) {
    var states: [PlaceState] = []
    states.reserveCapacity(entries.count)
    for entry in entries {
      guard let place = entry.place else {
        states.append(.unknown)
        continue
      }
      let state = PlaceState(rule.status(of: entry))
      states.append(state)
      var counts = byState[state] ?? (0, 0)
      if place.location.coordinate == nil { counts.withoutPosition += 1 } else { counts.withPosition += 1 }
      byState[state] = counts
    }
    self.states = states
  }

  /// Returns the numbers of places of a state; nil is any state.
  fileprivate func counts(of state: PlaceState?) -> (withPosition: Int, withoutPosition: Int) {
    if let state { return byState[state] ?? (0, 0) }
    return byState.values.reduce((0, 0)) { ($0.0 + $1.withPosition, $0.1 + $1.withoutPosition) }
  }
}
