/// A date of the proleptic Gregorian calendar, without a time zone, from 0001-01-01 to 9999-12-31.
public struct LocalDate: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01.
  public let daysSinceEpoch: Int32

  package static let first = LocalDate(unchecked: -719_162)
  package static let last = LocalDate(unchecked: 2_932_896)

  private init(unchecked days: Int32) { daysSinceEpoch = days }

  /// Creates a date; nil outside the years 1 to 9999.
  public init?(daysSinceEpoch days: Int) {
    guard days >= Int(Self.first.daysSinceEpoch), days <= Int(Self.last.daysSinceEpoch) else { return nil }
    daysSinceEpoch = Int32(days)
  }

  /// Creates a date; nil for a date that does not exist, such as 30 February.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year) else { return nil }
    // Years begin in March, so that the leap day is the last day of the year. Days are counted from 0000-03-01.
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    daysSinceEpoch = Int32(shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468)
  }

  /// Returns the number of days in a month.
  ///
  /// - Parameter month: 1 to 12.
  public static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The year, month (1 to 12) and day (1 to 31).
  public var components: (year: Int, month: Int, day: Int) {
    // The civil-from-days algorithm of Neri and Schneider, which replaces division by multiplication. Days are counted from 0000-03-01,
    // so that all numbers are positive and years begin in March.
    let day = UInt32(bitPattern: daysSinceEpoch &+ 719_468) &* 4 &+ 3
    let century = day / 146_097
    let dayOfCentury = day % 146_097 | 3
    let product = UInt64(dayOfCentury) &* 2_939_745
    let yearOfCentury = UInt32(truncatingIfNeeded: product >> 32)
    let dayOfYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
    let monthAndDay = dayOfYear &* 2_141 &+ 197_913
    let isNextYear: UInt32 = dayOfYear >= 306 ? 1 : 0
    return (
      Int(century &* 100 &+ yearOfCentury &+ isNextYear), Int((monthAndDay >> 16) &- 12 &* isNextYear),
      Int((monthAndDay & 0xFFFF) / 2_141 &+ 1)
    )
  }

  public var weekday: Weekday {
    Weekday(rawValue: Self.weekday(of: daysSinceEpoch)) ?? .monday
  }

  /// Returns the raw value of the weekday of a day, in days since 1970.
  static func weekday(of day: Int32) -> Int {
    // 1970-01-01 was a Thursday.
    let number = Int(day + 3) % 7
    return number < 0 ? number + 7 : number
  }

  /// Returns the date that many days later (earlier if negative); nil outside the years 1 to 9999.
  public func adding(days: Int) -> LocalDate? { LocalDate(daysSinceEpoch: Int(daysSinceEpoch) + days) }

  public static func < (left: Self, right: Self) -> Bool { left.daysSinceEpoch < right.daysSinceEpoch }
}

extension LocalDate: CustomStringConvertible {
  /// Parses `YYYY-MM-DD`; nil for any other text.
  public init?(_ text: String) { self.init(ascii: text.utf8.span) }

  public init?(ascii text: borrowing Span<UInt8>) {
    guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      let year = text.digits(0, 4), let month = text.digits(5, 2), let day = text.digits(8, 2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The date as `YYYY-MM-DD`.
  public var description: String {
    String(unsafeUninitializedCapacity: 10) { write(to: $0.baseAddress.unsafelyUnwrapped) }
  }

  /// Returns the date and a second of the day as `YYYY-MM-DDTHH:MM:SS`, with a `Z` for UTC.
  func text(atSecond second: Int, isUTC: Bool = false) -> String {
    String(unsafeUninitializedCapacity: 20) { text in
      let start = text.baseAddress.unsafelyUnwrapped
      _ = write(to: start)
      start[10] = UInt8(ascii: "T")
      start.putPair(at: 11, second / 3600)
      start[13] = UInt8(ascii: ":")
      start.putPair(at: 14, second / 60 % 60)
      start[16] = UInt8(ascii: ":")
      start.putPair(at: 17, second % 60)
      start[19] = UInt8(ascii: "Z")
      return isUTC ? 20 : 19
    }
  }

  /// Writes `YYYY-MM-DD` and returns 10.
  @inline(__always)
  package func write(to buffer: UnsafeMutablePointer<UInt8>) -> Int {
    let (year, month, day) = components
    buffer.putPair(at: 0, year / 100)
    buffer.putPair(at: 2, year % 100)
    buffer[4] = UInt8(ascii: "-")
    buffer.putPair(at: 5, month)
    buffer[7] = UInt8(ascii: "-")
    buffer.putPair(at: 8, day)
    return 10
  }
}
