public import CampusCatalog
public import OpeningHours

/// A place in a list, with what is known of it at the moment that was asked about.
public struct PlaceListing: Sendable, Hashable {
  public let entry: Entry
  public let status: Status
  /// The zone of the place; nil when neither it nor its campus has one.
  public let zone: Zone?
  /// The moment that was asked about.
  public let instant: Instant
  /// In metres, where a distance was asked for and the place has a position.
  public let distance: Double?

  public init(entry: Entry, status: Status, zone: Zone?, instant: Instant, distance: Double? = nil) {
    self.entry = entry
    self.status = status
    self.zone = zone
    self.instant = instant
    self.distance = distance
  }

  /// The status for people: "Open until 22:00".
  public var sentence: String { zone.map { status.sentence(at: instant, in: $0) } ?? "Hours unknown" }
}
