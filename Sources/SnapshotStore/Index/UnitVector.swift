import CampusCatalog
import Foundation

/// A position as a point on the unit sphere: the nearer two of them, the shorter the straight line between them.
struct UnitVector: BitwiseCopyable {
  let x, y, z: Double

  init(_ coordinate: Coordinate) {
    let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
    (x, y, z) = (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  /// No place on Earth.
  static let none = UnitVector(x: .nan, y: .nan, z: .nan)

  private init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  /// The square of the straight line to another point; not a number when there is no position.
  @inline(__always)
  func squaredChord(to other: UnitVector) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return dx * dx + dy * dy + dz * dz
  }

  /// The straight line that belongs to a distance along the Earth, in metres.
  static func chord(ofMetres metres: Double) -> Double {
    metres >= .pi * Self.radius ? 2 : 2 * sin(metres / (2 * Self.radius))
  }

  private static let radius = 6_371_008.8

  /// How far a line that was calculated here may be from what `Coordinate.distance(to:)` says, with room to spare: both are
  /// sums and products of numbers of 53 bits.
  static let tolerance = 1e-14
}
