/// A place in the results of a query, with its status at the instant of the query (`StatusRule.listing`).
public struct PlaceListing: Sendable, Hashable {
  /// The entry of the place.
  public let entry: Entry
  /// Whether the place is open.
  public let status: Status
  /// The zone of the place or its campus; nil if there is none.
  public let zone: Zone?
  /// The instant of the query.
  public let instant: Instant
  /// The distance in metres; nil if the query is not by distance or the place has no position.
  public let distance: Double?

  /// The status as a sentence, such as "Open until 22:00".
  public var sentence: String { zone.map { status.sentence(at: instant, in: $0) } ?? "Hours unknown" }
}
