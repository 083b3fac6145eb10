import Glibc

/// A position on the Earth in degrees (WGS 84).
public struct Coordinate: Sendable, Hashable {
  /// Degrees north of the equator, -90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, -180 to 180.
  public let longitude: Double

  /// Creates a position; nil if the latitude or longitude is out of range or not finite.
  public init?(latitude: Double, longitude: Double) {
    guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The mean radius of the Earth in meters.
  package static let earthRadius = 6_371_008.8

  /// The point on the unit sphere. Straight distances between such points have the order of great-circle distances, and there are no edges
  /// at the poles and at 180°.
  package var spherePoint: SIMD3<Double> {
    let (latitude, longitude) = (latitude * .pi / 180, longitude * .pi / 180)
    return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  /// Returns the great-circle distance in meters, on a sphere with the Earth's mean radius (6,371,008.8 m). Accurate to about 0.5 %.
  public func distance(to other: Coordinate) -> Double {
    let radians = Double.pi / 180
    let halfLatitude = sin((other.latitude - latitude) * radians / 2)
    let halfLongitude = sin((other.longitude - longitude) * radians / 2)
    let square =
      halfLatitude * halfLatitude + cos(latitude * radians) * cos(other.latitude * radians) * halfLongitude * halfLongitude
    return 2 * Self.earthRadius * asin(min(1, square.squareRoot()))
  }
}
