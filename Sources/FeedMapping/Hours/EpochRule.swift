import FeedKit

/// A rule that finds a time as a number: `{"epoch": "/start"}` for seconds since 1970, or with `"unit": "milliseconds"`.
struct EpochRule: Sendable {
  private let path: JSONPath
  private let unitsPerSecond: Double

  /// Times before March 1973 are absent: 0 stands for no time, and feeds with one member for weekdays and dates number the weekdays.
  private static let earliest: Int64 = 100_000_000

  /// Reads the members `epoch` and `unit` of an object that may have others.
  init(membersOf value: JSONValue) throws(JSONFieldError) {
    path = try value.requiredPath("epoch")
    unitsPerSecond = try value.parsed("unit", "\"seconds\" or \"milliseconds\"") { ["seconds": 1, "milliseconds": 1000][$0] } ?? 1
  }

  /// Returns the time; nil if it is absent.
  func instant(in scope: borrowing Scope) throws(JSONFieldError) -> Instant? {
    guard let value = path.find(in: scope) else { return nil }
    guard let number = value.double ?? value.string.flatMap({ Double($0) }),
      let seconds = Int64(exactly: (number / unitsPerSecond).rounded(.down)), let instant = Instant(secondsSinceEpoch: seconds)
    else { throw value.fault(.time, "not a number of seconds since 1970") }
    return seconds < Self.earliest ? nil : instant
  }
}
