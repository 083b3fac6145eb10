public import CampusCatalog

/// From where distances are counted, and how far to go.
///
/// Distances are great circles on a sphere of the Earth's mean radius, in metres (`Coordinate.distance(to:)`).
public struct Nearness: Sendable, Hashable {
  public let centre: Coordinate
  /// The largest distance in metres, included; nil: any.
  public let within: Double?

  public init(_ centre: Coordinate, within: Double? = nil) {
    self.centre = centre
    self.within = within
  }

  /// The distance of a place in metres; nil without a position.
  public func distance(of entry: Entry) -> Double? { entry.place?.location.coordinate.map { centre.distance(to: $0) } }
}
