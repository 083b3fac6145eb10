/// A position to measure distances from, with an optional maximum distance.
///
/// Distances are those of `Coordinate.distance(to:)`.
public struct Proximity: Sendable, Hashable {
  /// The position to measure from.
  public let centre: Coordinate
  /// The maximum distance in metres, inclusive; nil for no maximum.
  public let within: Double?

  public init(_ centre: Coordinate, within: Double? = nil) {
    self.centre = centre
    self.within = within
  }

  /// Returns the distance of a place in metres; nil for an entry without a position.
  public func distance(of entry: Entry) -> Double? { entry.place?.location.coordinate.map { centre.distance(to: $0) } }
}
