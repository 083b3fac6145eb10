/// The location of a place or an event.
public struct Location: Sendable, Hashable {
  /// The street address, on one line.
  public var address: String?
  public var building: String?
  /// The short name of the building, such as "SUB I".
  public var abbreviation: String?
  /// The room in the building, such as "Room 120".
  public var room: String?
  /// The feed's name for a part of the campus, such as "fairfax".
  public var region: String?
  /// Whether the place is on campus; nil if the feed does not say.
  public var onCampus: Bool?
  /// The position; nil if unknown.
  public var coordinate: Coordinate?

  public init(
    address: String? = nil, building: String? = nil, abbreviation: String? = nil, room: String? = nil, region: String? = nil,
    onCampus: Bool? = nil, coordinate: Coordinate? = nil
  ) {
    self.address = address
    self.building = building
    self.abbreviation = abbreviation
    self.room = room
    self.region = region
    self.onCampus = onCampus
    self.coordinate = coordinate
  }

  public var isEmpty: Bool {
    address == nil && building == nil && abbreviation == nil && room == nil && region == nil && onCampus == nil && coordinate == nil
  }
}
