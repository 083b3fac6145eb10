/// Where a place is.
public struct Location: Sendable, Hashable {
  public var address: String?
  public var building: String?
  /// The building's short name: "SUB I".
  public var abbreviation: String?
  /// The part of the campus, in the feed's word: "fairfax".
  public var region: String?
  public var onCampus: Bool?
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

  public var isEmpty: Bool {
    address == nil && building == nil && abbreviation == nil && region == nil && onCampus == nil && coordinate == nil
  }
}
