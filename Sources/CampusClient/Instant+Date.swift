public import Foundation
public import OpeningHours

extension Instant {
  /// Creates an instant from a date of Foundation, rounded down to whole seconds; the nearest one for dates outside the years 1 to 9999.
  public init(_ date: Date) {
    let seconds = min(max(date.timeIntervalSince1970.rounded(.down), -62_135_596_800), 253_402_300_799)
    self = (seconds.isNaN ? nil : Instant(secondsSinceEpoch: Int64(seconds))) ?? .epoch
  }

  /// The instant as a date of Foundation.
  public var date: Date { Date(timeIntervalSince1970: Double(secondsSinceEpoch) + Double(nanoseconds) / 1_000_000_000) }
}
