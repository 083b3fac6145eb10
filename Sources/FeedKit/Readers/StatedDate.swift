public import OpeningHours

extension LocalDateTime {
  /// Returns the date that a feed gives as a time.
  ///
  /// A time without an offset has its own date, and one with an offset the date in the zone. Midnight in UTC is that date in UTC: a server
  /// has converted a date to a time.
  public func statedDate(in zone: Zone) -> LocalDate {
    guard let instant else { return date }
    let utc = instant.local(offset: 0)
    return utc.second == 0 && instant.nanoseconds == 0 ? utc.date : zone.local(instant).date
  }
}
