public import CampusCatalog
public import OpeningHours

/// A place in the results of a query, with its status at the instant of the query (`StatusRule.listing`).
///
/// A class, because copying the entry changes the reference counts of many texts.
public final class PlaceListing: Sendable, Equatable {
  public let entry: Entry
  public let status: Status
  public let zone: Zone?
  public let instant: Instant
  /// The distance in meters; nil if the query is not by distance or the place has no position.
  public let distance: Double?

  init(_ entry: Entry, _ status: Status, in zone: Zone?, at instant: Instant, distance: Double?) {
    self.entry = entry
    self.status = status
    self.zone = zone
    self.instant = instant
    self.distance = distance
  }

  public static func == (left: PlaceListing, right: PlaceListing) -> Bool {
    left.entry == right.entry && left.status == right.status && left.zone == right.zone && left.instant == right.instant
      && left.distance == right.distance
  }

  /// The status as a sentence, such as "Open until 22:00".
  public var sentence: String { zone.map { status.sentence(at: instant, in: $0) } ?? Status.unknownHours }
}

/// The state of a place, without details, in the order of `PlaceOrder.state`. Raw values are the values of `state` in a list.
public enum PlaceState: String, Sendable, Hashable, CaseIterable {
  case open, closed, unknown

  public init(_ status: Status) {
    switch status.state {
    case .open: self = .open
    case .closed: self = .closed
    case .unknown: self = .unknown
    }
  }
}
