public import CampusCatalog
public import OpeningHours

/// How it is told whether places are open: the moment that is asked about, the zones of campuses, and which feeds are believed.
public struct StatusRule: Sendable {
  public let instant: Instant
  /// Nil: every result is believed, as for samples, recordings and catalog files.
  public let trust: FeedTrust?
  private let zones: [CampusID: Zone]

  public init(at instant: Instant, campuses: [Campus], trust: FeedTrust? = nil) {
    self.instant = instant
    self.trust = trust
    zones = Dictionary(campuses.compactMap { campus in campus.timeZone.map { (campus.id, $0) } }) { first, _ in first }
  }

  /// The zone of a place's hours, else that of its campus; nil when neither has one.
  public func zone(of entry: Entry) -> Zone? { entry.place?.hours?.zone ?? zones[entry.campus] }

  /// Unknown for a place without hours, and when the feed that gave them was seen too long ago; else as its schedule says.
  public func status(of entry: Entry) -> Status {
    guard let hours = entry.place?.hours, !hours.layers.isEmpty else { return Status(.unknown(.noHours)) }
    if let seen = trust?.tooOld(entry, at: instant) { return Status(.unknown(.old(seen))) }
    return hours.status(at: instant)
  }

  /// A place with its status by this rule.
  public func listing(_ entry: Entry, distance: Double? = nil) -> PlaceListing {
    PlaceListing(entry: entry, status: status(of: entry), zone: zone(of: entry), instant: instant, distance: distance)
  }
}
