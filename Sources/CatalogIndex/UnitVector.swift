import Foundation

/// A position as a point on the unit sphere, where the length of the chord between two points grows with their distance.
///
/// Its coordinates have 24 bits, which is accurate to less than half a metre.
struct UnitVector: BitwiseCopyable, Hashable {
  let x, y, z: Float

  init(_ coordinate: Coordinate) {
    let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
    (x, y, z) = (Float(cos(latitude) * cos(longitude)), Float(cos(latitude) * sin(longitude)), Float(sin(latitude)))
  }

  /// The value for places without a position.
  static let none = UnitVector(x: .nan, y: .nan, z: .nan)

  private init(x: Float, y: Float, z: Float) { (self.x, self.y, self.z) = (x, y, z) }

  /// Returns the square of the length of the chord to another point; NaN if one of them has no position.
  @inline(__always)
  func squaredChord(to other: UnitVector) -> Double {
    let (dx, dy, dz) = (Double(x) - Double(other.x), Double(y) - Double(other.y), Double(z) - Double(other.z))
    return dx * dx + dy * dy + dz * dz
  }

  /// Returns the length of the chord for a distance along the Earth's surface in metres.
  static func chord(ofMetres metres: Double) -> Double {
    metres >= .pi * Self.radius ? 2 : 2 * sin(metres / (2 * Self.radius))
  }

  /// The mean radius of the Earth in metres.
  private static let radius = 6_371_008.8

  /// An upper bound for the error of a chord compared with `Coordinate.distance(to:)`: each of the six coordinates is off by at most
  /// 2⁻²⁵, so each end by at most 5.2e-8.
  static let tolerance = 2e-7
}
