import CampusCatalog
import Foundation

/// A position as a point on the unit sphere, where the straight line between two points grows with their distance.
///
/// Its numbers have 24 bits, which place a point to less than half a metre.
struct UnitVector: BitwiseCopyable, Hashable {
  let x, y, z: Float

  init(_ coordinate: Coordinate) {
    let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
    (x, y, z) = (Float(cos(latitude) * cos(longitude)), Float(cos(latitude) * sin(longitude)), Float(sin(latitude)))
  }

  /// No place on Earth.
  static let none = UnitVector(x: .nan, y: .nan, z: .nan)

  private init(x: Float, y: Float, z: Float) { (self.x, self.y, self.z) = (x, y, z) }

  /// The square of the straight line to another point; not a number when there is no position.
  @inline(__always)
  func squaredChord(to other: UnitVector) -> Double {
    let (dx, dy, dz) = (Double(x) - Double(other.x), Double(y) - Double(other.y), Double(z) - Double(other.z))
    return dx * dx + dy * dy + dz * dz
  }

  /// The straight line that belongs to a distance along the Earth, in metres.
  static func chord(ofMetres metres: Double) -> Double {
    metres >= .pi * Self.radius ? 2 : 2 * sin(metres / (2 * Self.radius))
  }

  private static let radius = 6_371_008.8

  /// How far a line between two of these may be from what `Coordinate.distance(to:)` says, with room to spare: each of the six
  /// numbers is off by at most 2⁻²⁵, so each end by 5.2e-8.
  static let tolerance = 2e-7
}
