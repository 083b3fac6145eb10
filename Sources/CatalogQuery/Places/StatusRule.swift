/// Determines whether places are open at an instant.
public struct StatusRule: Sendable {
  public let instant: Instant
  /// The limit on the age of hours; nil for no limit, as for samples, recordings and catalog files.
  public let freshness: FreshnessLimit?
  private let zones: [CampusID: Zone]

  /// - Parameter campuses: the campuses of the catalog, for their zones.
  public init(at instant: Instant, campuses: [Campus], freshness: FreshnessLimit? = nil) {
    self.instant = instant
    self.freshness = freshness
    zones = Dictionary(campuses.compactMap { campus in campus.timeZone.map { (campus.id, $0) } }) { first, _ in first }
  }

  /// Returns the zone of a place's hours, or else that of its campus; nil if there is none.
  public func zone(of entry: Entry) -> Zone? { entry.place?.hours?.zone ?? zones[entry.campus] }

  /// Returns the status of a place. It is unknown if the place has no hours or they are too old.
  public func status(of entry: Entry) -> Status {
    guard let hours = entry.place?.hours, !hours.layers.isEmpty else { return Status(.unknown(.noHours)) }
    if let seen = freshness?.lastSeenIfTooOld(FreshnessLimit.feedsOfHours(entry), at: instant) { return Status(.unknown(.old(seen))) }
    return hours.status(at: instant)
  }

  public func listing(_ entry: Entry, distance: Double? = nil) -> PlaceListing {
    PlaceListing(entry, status(of: entry), in: zone(of: entry), at: instant, distance: distance)
  }
}
