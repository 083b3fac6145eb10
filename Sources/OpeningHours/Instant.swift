/// A moment in time, in UTC, to the nanosecond, in the years 1 to 9999.
public struct Instant: Sendable, Hashable, Comparable {
  /// Whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public let secondsSinceEpoch: Int64
  /// 0 to 999,999,999, to be added to the seconds.
  public let nanoseconds: Int32

  /// Nil outside of the years 1 to 9999.
  public init?(secondsSinceEpoch seconds: Int64, nanoseconds: Int32 = 0) {
    guard seconds >= -62_135_596_800, seconds <= 253_402_300_799, (0..<1_000_000_000).contains(nanoseconds) else { return nil }
    secondsSinceEpoch = seconds
    self.nanoseconds = nanoseconds
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.secondsSinceEpoch, left.nanoseconds) < (right.secondsSinceEpoch, right.nanoseconds)
  }

  /// The date and the second of the day at an offset from UTC.
  public func local(offset: Int) -> (date: LocalDate, second: Int) {
    let shifted = Int(secondsSinceEpoch) + offset
    let days = shifted >= 0 ? shifted / 86_400 : (shifted - 86_399) / 86_400
    let date = LocalDate(daysSinceEpoch: days) ?? (days < 0 ? .first : .last)
    return (date, shifted - days * 86_400)
  }
}

extension Instant: CustomStringConvertible {
  /// Reads an RFC 3339 time with its offset: `2026-11-21T12:00:00-05:00`, `…Z`, with or without a fraction.
  public init?(_ text: String) {
    var text = text
    guard let instant = text.withUTF8({ LocalDateTime(ascii: Span(_unsafeElements: $0))?.instant }) else { return nil }
    self = instant
  }

  /// RFC 3339 in UTC: `2026-11-21T17:00:00Z`; a fraction only when there is one, without trailing zeros.
  public var description: String {
    let (date, second) = local(offset: 0)
    return "\(date)T\(LocalDateTime.clock(second))\(fraction)Z"
  }

  /// RFC 3339 with an offset from UTC, in seconds (a whole number of minutes).
  public func description(offset: Int) -> String {
    // RFC 3339 has no seconds in an offset: the text gives the same moment with an offset of whole minutes.
    let (date, second) = local(offset: offset / 60 * 60)
    let minutes = abs(offset) / 60
    let sign = offset < 0 ? "-" : "+"
    return "\(date)T\(LocalDateTime.clock(second))\(fraction)\(sign)\(pad(minutes / 60)):\(pad(minutes % 60))"
  }

  private var fraction: String {
    guard nanoseconds > 0 else { return "" }
    var digits = String(nanoseconds)
    digits = String(repeating: "0", count: 9 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "." + digits
  }
}

func pad(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
