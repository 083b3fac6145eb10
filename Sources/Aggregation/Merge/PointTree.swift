import CampusCatalog
import Foundation

/// A k-d tree of positions, for finding those near a given one.
///
/// Positions are compared as points on the unit sphere (`Coordinate.spherePoint`). Splits are at the median, so
/// the depth is logarithmic in the number of points.
struct PointTree {
  private struct Point {
    let point: SIMD3<Double>
    let coordinate: Coordinate
    let value: Int
  }

  private struct Node {
    /// The corners of the bounding box.
    let low: SIMD3<Double>
    let high: SIMD3<Double>
    let range: Range<Int>
    /// The indices of the child nodes; nil for a leaf.
    var halves: (Int, Int)?
  }

  /// The maximum number of points in a leaf.
  private static let largestLeaf = 8
  /// An upper bound for the rounding error of a squared chord.
  private static let tolerance = 1e-14

  private var points: [Point]
  private var nodes: [Node] = []

  /// - Parameter values: numbers chosen by the caller with their positions. Their order only affects the order of visits.
  init(_ values: [(value: Int, coordinate: Coordinate)]) {
    points = values.map { Point(point: $0.coordinate.spherePoint, coordinate: $0.coordinate, value: $0.value) }
    if !points.isEmpty { _ = build(0..<points.count) }
  }

  /// Calls `body` with the values within a distance of a position, until it returns false.
  ///
  /// A box is skipped if it is farther away than the chord that belongs to the distance. Chords grow with the distance on the sphere, so
  /// this misses no position, and the tolerance covers rounding errors.
  ///
  /// - Parameter meters: the maximum of `Coordinate.distance(to:)`.
  func visit(near coordinate: Coordinate, within meters: Double, _ body: (Int) -> Bool) {
    guard !nodes.isEmpty else { return }
    let center = coordinate.spherePoint
    let chord = 2 * sin(min(meters / (2 * Coordinate.earthRadius), .pi / 2))
    let limit = chord * chord * (1 + 1e-6) + Self.tolerance
    var waiting = [0]
    while let index = waiting.popLast() {
      let node = nodes[index]
      let gap = pointwiseMax(pointwiseMax(node.low - center, center - node.high), .zero)
      guard (gap * gap).sum() <= limit else { continue }
      if let (left, right) = node.halves {
        waiting += [right, left]
        continue
      }
      for point in points[node.range] where coordinate.distance(to: point.coordinate) <= meters {
        guard body(point.value) else { return }
      }
    }
  }

  /// Adds the node of a range of points, and its child nodes. Splits the longest side of the box. Returns the index of the node.
  private mutating func build(_ range: Range<Int>) -> Int {
    var (low, high) = (points[range.lowerBound].point, points[range.lowerBound].point)
    for point in points[range] {
      low = pointwiseMin(low, point.point)
      high = pointwiseMax(high, point.point)
    }
    let index = nodes.count
    nodes.append(Node(low: low, high: high, range: range))
    guard range.count > Self.largestLeaf else { return index }
    let size = high - low
    let axis = size.max() == size.x ? 0 : size.max() == size.y ? 1 : 2
    points[range].sort { ($0.point[axis], $0.value) < ($1.point[axis], $1.value) }
    let middle = range.lowerBound + range.count / 2
    let left = build(range.lowerBound..<middle)
    nodes[index].halves = (left, build(middle..<range.upperBound))
    return index
  }
}
