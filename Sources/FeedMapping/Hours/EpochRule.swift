import FeedKit

/// A rule that finds a time as a number: `{"epoch": "/start"}` for seconds since 1970, or with `"unit": "milliseconds"`.
struct EpochRule: Sendable {
  private let path: JSONPath
  private let unit: Unit

  private enum Unit: String {
    case seconds, milliseconds
  }

  /// Numbers that mean times before March 1973 must be in another unit, or be times of day without a date.
  private static let earliest: Int64 = 100_000_000

  /// Reads the members `epoch` and `unit` of an object that may have others.
  init(membersOf value: JSONValue) throws(JSONFieldError) {
    path = try value.requiredPath("epoch")
    unit = try value.parsed("unit", "\"seconds\" or \"milliseconds\"") { Unit(rawValue: $0) } ?? .seconds
  }

  /// Returns the number; nil if it is absent. Feeds use 0 for "no time".
  func number(in scope: borrowing Scope) throws(JSONFieldError) -> Double? {
    guard let value = path.find(in: scope), !value.isNull, value.string != "" else { return nil }
    guard let number = value.double ?? value.string.flatMap({ Double(decimal: $0) }) else {
      throw value.fault(.time, "not a number of \(unit) since 1970")
    }
    return number
  }

  /// Returns the time of a number that is not absent.
  func instant(of number: Double, in scope: borrowing Scope) throws(JSONFieldError) -> Instant {
    let seconds = Int64(exactly: (unit == .seconds ? number : number / 1000).rounded(.down))
    if let seconds, seconds >= Self.earliest, let instant = Instant(secondsSinceEpoch: seconds) { return instant }
    let shown = Int64(exactly: number).map(String.init) ?? "\(number)"
    let message = "\(shown) is not a plausible number of \(unit) since 1970; the feed may have another unit, or a time of day"
    guard let value = path.find(in: scope) else { throw scope.value.fault(.time, message) }
    throw value.fault(.time, message)
  }
}
