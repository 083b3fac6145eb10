/// A point in time with nanosecond precision, from year 1 to year 9999.
public struct Instant: Sendable, Hashable, Comparable {
  /// Whole seconds since 1970-01-01T00:00:00Z, not counting leap seconds.
  public let secondsSinceEpoch: Int64
  /// Nanoseconds after the whole second, 0 to 999,999,999.
  public let nanoseconds: Int32

  package static let epoch = Self(secondsSinceEpoch: 0)

  private init(secondsSinceEpoch: Int64) {
    self.secondsSinceEpoch = secondsSinceEpoch
    nanoseconds = 0
  }

  /// Creates an instant; nil outside the years 1 to 9999.
  public init?(secondsSinceEpoch seconds: Int64, nanoseconds: Int32 = 0) {
    guard seconds >= -62_135_596_800, seconds <= 253_402_300_799, (0..<1_000_000_000).contains(nanoseconds) else { return nil }
    secondsSinceEpoch = seconds
    self.nanoseconds = nanoseconds
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.secondsSinceEpoch, left.nanoseconds) < (right.secondsSinceEpoch, right.nanoseconds)
  }

  /// Returns the date and the second of the day at an offset from UTC.
  ///
  /// - Parameter offset: seconds east of UTC.
  public func local(offset: Int) -> (date: LocalDate, second: Int) {
    let shifted = secondsSinceEpoch + Int64(offset)
    let days = Int(floorDivide(shifted, 86_400))
    let date = LocalDate(daysSinceEpoch: days) ?? (days < 0 ? .first : .last)
    return (date, Int(shifted) - days * 86_400)
  }
}

extension Instant: CustomStringConvertible {
  /// Parses an RFC 3339 time such as `2026-11-21T12:00:00-05:00` or `2026-11-21T17:00:00.5Z`; nil for any other text. Also accepts the
  /// variations that `LocalDateTime` does.
  public init?(_ text: String) {
    guard let instant = LocalDateTime(text)?.instant else { return nil }
    self = instant
  }

  /// The instant as RFC 3339 text in UTC, such as `2026-11-21T17:00:00Z`. A fraction is written only if it is not zero, without trailing
  /// zeros.
  public var description: String {
    let (date, second) = local(offset: 0)
    return nanoseconds == 0 ? date.text(atSecond: second, isUTC: true) : "\(date.text(atSecond: second))\(fraction)Z"
  }

  /// Returns the instant as RFC 3339 text with an offset from UTC, such as `2026-11-21T12:00:00-05:00`.
  ///
  /// - Parameter offset: seconds east of UTC, rounded toward zero to whole minutes.
  public func description(offset: Int) -> String {
    // Offsets in RFC 3339 have no seconds. With a rounded offset, the text is still the same instant.
    let (date, second) = local(offset: offset / 60 * 60)
    let minutes = abs(offset) / 60
    let sign = offset < 0 ? "-" : "+"
    return "\(date.text(atSecond: second))\(fraction)\(sign)\(pad(minutes / 60)):\(pad(minutes % 60))"
  }

  private var fraction: String {
    guard nanoseconds > 0 else { return "" }
    var digits = "\(1_000_000_000 + nanoseconds)".dropFirst()
    while digits.hasSuffix("0") { digits.removeLast() }
    return "." + digits
  }
}

/// Returns a number with at least two digits.
package func pad(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
