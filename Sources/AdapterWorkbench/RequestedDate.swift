package import FeedKit
package import OpeningHours

/// The date in the address of a saved reply.
package enum RequestedDate {
  /// Returns the date; nil if the address has none.
  ///
  /// - Parameter zone: decides the order of 11/12/2026.
  package static func date(in address: WebAddress, _ zone: Zone) -> LocalDate? { DatedAddress(address, zone: zone)?.date }
}
