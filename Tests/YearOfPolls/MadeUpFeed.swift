import OpeningHours

/// A simulated feed over a year.
protocol MadeUpFeed: Sendable {
  /// Increases with each change of the body.
  func version(at second: Int) -> Int
  func body(at second: Int) -> String
}

extension MadeUpFeed {
  /// The number of moments in a sorted list that have passed.
  static func count(of moments: [Int], until second: Int) -> Int {
    var range = 0..<moments.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = moments[middle] <= second ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// The day in Eastern Standard Time.
  static func day(_ second: Int) -> Int { (second - 5 * 3600) / 86_400 }

  static func date(_ day: Int) -> LocalDate { LocalDate(daysSinceEpoch: day) ?? LocalDate.epoch }

  static func clock(_ minutes: Int) -> String {
    let (hour, minute) = (minutes / 60, minutes % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute):00"
  }

  /// With microseconds, as Django writes it.
  static func stamp(_ second: Int) -> String {
    var chance = Chance(second)
    let text = (Instant(secondsSinceEpoch: Int64(second)) ?? .epoch).description.dropLast()
    return "\(text).\(100_000 + chance.below(900_000))Z"
  }
}

extension Instant {
  static let epoch = Instant(secondsSinceEpoch: 0) ?? { preconditionFailure("the moment is a constant") }()
}

extension LocalDate {
  static let epoch = LocalDate(daysSinceEpoch: 0) ?? { preconditionFailure("the day is a constant") }()

  /// Days on which a campus is closed or has different hours: the first and the last.
  static let breaks: [ClosedRange<LocalDate>] = [
    ("2025-11-26", "2025-11-30"), ("2025-12-20", "2026-01-11"), ("2026-01-17", "2026-01-19"), ("2026-03-07", "2026-03-15"),
    ("2026-05-16", "2026-08-23"), ("2026-09-05", "2026-09-07"), ("2026-10-08", "2026-10-11"), ("2026-11-25", "2026-11-29"),
    ("2026-12-19", "2027-01-10"),
  ].compactMap { first, last in
    guard let first = LocalDate(first), let last = LocalDate(last) else { return nil }
    return first...last
  }
}
