import OpeningHours

/// A date or time of a calendar (RFC 5545, sections 3.3.4 and 3.3.5).
enum CalendarTime {
  /// A whole day.
  case date(LocalDate)
  /// A local time, in seconds since 1970-01-01T00:00:00.
  case local(Int64, Zone)
  /// In seconds since 1970.
  case utc(Int64)

  /// The parameter of a property with this time, beginning with a semicolon; empty if it needs none.
  var parameter: String {
    switch self {
    case .date: ";VALUE=DATE"
    case .local(_, let zone): ";TZID=\(zone.name)"
    case .utc: ""
    }
  }

  /// The text of the value: "20261121", "20261121T080000" or "20261121T130000Z".
  var description: String {
    switch self {
    case .date(let date): date.digits
    case .local(let wall, _): Self.text(wall)
    case .utc(let seconds): Self.text(seconds) + "Z"
    }
  }

  /// The time at which a service of a day ends; the day after it if it lasts whole days.
  init(endOf service: ServiceTimes, on date: LocalDate, in zone: Zone) {
    self = service.isWholeDays ? .date(date.adding(days: service.days) ?? .last) : .local(service.wall(on: date).upperBound, zone)
  }

  /// The time at which a service begins on a day; the day itself if it lasts whole days.
  init(startOf service: ServiceTimes, on date: LocalDate, in zone: Zone) {
    self = service.isWholeDays ? .date(date) : .local(service.wall(on: date).lowerBound, zone)
  }

  init(utc instant: Instant) { self = .utc(instant.secondsSinceEpoch) }

  /// Returns local seconds since 1970-01-01T00:00:00 as "20261121T080000".
  static func text(_ wall: Int64) -> String {
    let (date, second) = date(of: wall)
    var digits = "\(1_000_000 + second / 3600 * 10_000 + second / 60 % 60 * 100 + second % 60)"
    digits.removeFirst()
    return "\(date.digits)T\(digits)"
  }

  /// Returns the date and the second of the day of local seconds since 1970-01-01T00:00:00.
  static func date(of wall: Int64) -> (date: LocalDate, second: Int) {
    (Instant(secondsSinceEpoch: wall) ?? .epoch).local(offset: 0)
  }
}

extension LocalDate {
  /// The date as "20261121".
  var digits: String {
    let (year, month, day) = components
    return String("\(100_000_000 + year * 10_000 + month * 100 + day)".dropFirst())
  }
}
