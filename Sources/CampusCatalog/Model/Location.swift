/// Where a place is.
public struct Location: Sendable, Hashable {
  /// The street address, on one line.
  public var address: String?
  /// The name of the building.
  public var building: String?
  /// The building's short name: "SUB I".
  public var abbreviation: String?
  /// The part of the campus, in the feed's word: "fairfax".
  public var region: String?
  /// Whether the place is on campus; nil if the feed does not say.
  public var onCampus: Bool?
  /// The position; nil if unknown.
  public var coordinate: Coordinate?

  public init(
    address: String? = nil, building: String? = nil, abbreviation: String? = nil, region: String? = nil, onCampus: Bool? = nil,
    coordinate: Coordinate? = nil
  ) {
    self.address = address
    self.building = building
    self.abbreviation = abbreviation
    self.region = region
    self.onCampus = onCampus
    self.coordinate = coordinate
  }

  /// Whether nothing is known.
  public var isEmpty: Bool {
    address == nil && building == nil && abbreviation == nil && region == nil && onCampus == nil && coordinate == nil
  }
}
