import Foundation

/// A position in degrees (WGS 84).
public struct Position: Codable, Sendable, Hashable {
  public var latitude, longitude: Double

  public init(latitude: Double, longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Returns the great-circle distance to another position, in meters.
  public func distance(to other: Position) -> Double {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let (from, to) = (radians(latitude), radians(other.latitude))
    let height = sin((to - from) / 2)
    let width = sin(radians(other.longitude - longitude) / 2)
    let square = min(height * height + cos(from) * cos(to) * width * width, 1)
    return 2 * Self.earthRadius * asin(square.squareRoot())
  }

  /// The mean radius of the earth, in meters.
  private static let earthRadius = 6_371_008.8
}
