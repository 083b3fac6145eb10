import CampusCatalog
import Foundation

/// The places of a catalog by position, to find the nearest ones of a state without examining all: for servers, which are asked again and again.
///
/// Answers are those of `PlaceQuery.results`. On 100,000 places, that examines each of them; this, a few hundred.
public struct NearestPlaces: Sendable {
  /// A position as a point on the unit sphere, where straight distances have the order of great-circle distances. (In degrees they do not,
  /// and there are edges at the poles and at 180°.)
  private struct Point {
    let position: SIMD3<Double>
    let entry: Int
  }

  private static let radius = 6_371_008.8
  /// More results than these are as fast without a tree.
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
      points.append(Point(position: Self.point(position), entry: index))
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
    // Straight distances have rounding errors: everything slightly farther is measured exactly, too.
    let reach = near.within.map { 2 * sin(min($0 / Self.radius, .pi) / 2) } ?? distance(ofNearest: limit, to: centre, isWanted)
    var found: [(distance: Double, entry: Int)] = []
    for index in indexes(within: reach * (1 + 1e-9) + 1e-14, of: centre, isWanted) {
      guard let distance = near.distance(of: entries[index]), distance <= near.within ?? .infinity else { continue }
      found.append((distance, index))
    }
    found.sort { $0.distance != $1.distance ? $0.distance < $1.distance : entries[$0.entry].id < entries[$1.entry].id }
    let total = near.within == nil ? counts.withPosition : found.count
    var results = QueryResults(found.prefix(limit).map { rule.listing(entries[$0.entry], distance: $0.distance) }, total: total)
    (results.beyond, results.withoutPosition) = (counts.withPosition - total, counts.withoutPosition)
    return results
  }

  /// Returns the straight distance of the last of the nearest points; infinity if there are fewer.
  private func distance(ofNearest count: Int, to centre: SIMD3<Double>, _ isWanted: (Int) -> Bool) -> Double {
    // The squares of the smallest distances, sorted.
    var nearest: [Double] = []
    nearest.reserveCapacity(count + 1)
    func visit(_ point: Point) {
      let offset = point.position - centre
      let square = (offset * offset).sum()
      if nearest.count == count, square >= nearest[count - 1] { return }
      guard isWanted(point.entry) else { return }
      var (low, high) = (0, nearest.count)
      while low < high {
        let middle = (low + high) / 2
        if nearest[middle] < square { low = middle + 1 } else { high = middle }
      }
      nearest.insert(square, at: low)
      if nearest.count > count { nearest.removeLast() }
    }
    func search(_ range: Range<Int>, axis: Int) {
      guard range.count > Self.leaf else { return points[range].forEach(visit) }
      let middle = range.lowerBound + range.count / 2
      let offset = centre[axis] - points[middle].position[axis]
      let (before, after) = (range.lowerBound..<middle, middle + 1..<range.upperBound)
      search(offset < 0 ? before : after, axis: (axis + 1) % 3)
      visit(points[middle])
      if nearest.count < count || offset * offset < nearest[count - 1] { search(offset < 0 ? after : before, axis: (axis + 1) % 3) }
    }
    search(0..<points.count, axis: 0)
    return nearest.count < count ? .infinity : nearest[count - 1].squareRoot()
  }

  private func indexes(within reach: Double, of centre: SIMD3<Double>, _ isWanted: (Int) -> Bool) -> [Int] {
    var found: [Int] = []
    func visit(_ point: Point) {
      let offset = point.position - centre
      if (offset * offset).sum() <= reach * reach, isWanted(point.entry) { found.append(point.entry) }
    }
    func search(_ range: Range<Int>, axis: Int) {
      guard range.count > Self.leaf else { return points[range].forEach(visit) }
      let middle = range.lowerBound + range.count / 2
      let offset = centre[axis] - points[middle].position[axis]
      if offset <= reach { search(range.lowerBound..<middle, axis: (axis + 1) % 3) }
      visit(points[middle])
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
