import OpeningHours

/// How many places are open, closed or unknown, which opens first, and which dates their hours cover: why a list has no open places.
public struct StateSummary: Sendable {
  public private(set) var open = 0
  public private(set) var closed = 0
  public private(set) var unknown = 0
  /// The number of places whose hours are too old to be trusted; they are unknown.
  public private(set) var tooOld = 0
  /// The number of places.
  public var count: Int { open + closed + unknown }
  /// The place that opens first; nil if none is known to open. Of several places, the first in the list.
  public private(set) var nextToOpen: PlaceListing?
  /// Whether no place has hours for this instant, because the hours of every place that has any cover other dates.
  public let isAllOnOtherDates: Bool
  /// The dates of the hours that are unknown at this instant because they cover other dates, if these are most of the hours; otherwise nil.
  public let otherDates: OtherDates?

  public init(of listings: [PlaceListing]) {
    var withHours = 0
    for listing in listings {
      switch PlaceState(listing.status) {
      case .open: open += 1
      case .closed: closed += 1
      case .unknown: unknown += 1
      }
      if let opens = listing.status.opens, nextToOpen?.status.opens.map({ opens < $0 }) ?? true { nextToOpen = listing }
      if case .old = listing.status.unknownReason { tooOld += 1 }
      if listing.status.unknownReason != .noHours { withHours += 1 }
    }
    otherDates = OtherDates(listings).flatMap { 2 * $0.count > withHours ? $0 : nil }
    isAllOnOtherDates = otherDates?.count == withHours
  }
}
