package import FeedKit
package import OpeningHours

/// The date in the address of a saved reply, which is of that day.
package enum RequestedDate {
  /// Returns noon of the date; nil if the address has none.
  ///
  /// - Parameter zone: also decides the order of 11/12/2026.
  package static func noon(in address: WebAddress, _ zone: Zone) -> Instant? {
    DatedAddress(address, zone: zone)?.date.flatMap { noon(of: $0, zone) }
  }

  static func noon(of date: LocalDate, _ zone: Zone) -> Instant? { LocalDateTime("\(date)T12:00").flatMap { zone.instant($0) } }
}
