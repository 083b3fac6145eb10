import CampusCatalog
import OpeningHours

/// The area of a campus: what is near its places. A campus may be in several towns.
struct CampusArea: Sendable {
  /// The positions of places, from south to north; that of the campus if there are none.
  private let positions: [Coordinate]

  init(_ positions: [Coordinate]) {
    self.positions = positions.sorted { ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude) }
  }

  /// Returns whether a position is within a distance of one of the places.
  func contains(_ position: Coordinate, within meters: Double) -> Bool {
    // A degree of latitude has at least 110 km.
    let margin = meters / 110_000
    let start = positions.partitioningIndex { $0.latitude >= position.latitude - margin }
    return positions[start...].prefix { $0.latitude <= position.latitude + margin }.contains { $0.distance(to: position) <= meters }
  }
}
