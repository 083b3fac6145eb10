/// A time of day as feeds send it, `HH:MM` or `HH:MM:SS`: 00:00:00 to 23:59:59, or 24:00:00.
///
/// Each feed has its own rules for midnight, for 23:59, and for an end before its start. The adapter applies them to make a
/// `LocalTime`.
public struct ClockTime: Sendable, Hashable, Comparable {
  /// Seconds since midnight, 0 to 86,400.
  public let seconds: Int32

  /// Creates a time; nil unless `seconds` is 0 to 86,400.
  public init?(seconds: Int) {
    guard seconds >= 0, seconds <= 86_400 else { return nil }
    self.seconds = Int32(seconds)
  }

  /// Parses `HH:MM` or `HH:MM:SS`, with two digits each. Leap seconds are not accepted.
  public init?(ascii text: borrowing Span<UInt8>) {
    guard text.count == 5 || text.count == 8 else { return nil }
    self.init(ascii: text, at: 0, hasSeconds: text.count == 8)
  }

  init?(ascii text: borrowing Span<UInt8>, at start: Int, hasSeconds: Bool) {
    if hasSeconds {
      self.init(word: text.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
      return
    }
    guard text[start + 2] == UInt8(ascii: ":"), let hour = text.digits(start, 2), let minute = text.digits(start + 3, 2) else { return nil }
    self.init(hour, minute, 0)
  }

  /// Parses `HH:MM:SS`, the first character in the lowest byte.
  private init?(word: UInt64) {
    let word = UInt64(littleEndian: word)
    guard word & 0x0000_FF00_00FF_0000 == 0x0000_3A00_003A_0000 else { return nil }
    // Digits become their values and colons become 0. Adding 0x76 sets the high bit of a byte whose value is more than 9.
    let values = (word ^ 0x3030_3A30_303A_3030)
    guard (values | (values &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080 == 0 else { return nil }
    func pair(_ shift: UInt64) -> Int { Int(values >> shift & 0xF) * 10 + Int(values >> (shift + 8) & 0xF) }
    self.init(pair(0), pair(24), pair(48))
  }

  private init?(_ hour: Int, _ minute: Int, _ second: Int) {
    guard minute <= 59, second <= 59, hour <= 23 || (hour == 24 && minute == 0 && second == 0) else { return nil }
    seconds = Int32(hour * 3600 + minute * 60 + second)
  }

  public init?(_ text: String) { self.init(ascii: text.utf8.span) }

  /// The time rounded down to the minute.
  public var localTime: LocalTime { LocalTime(minutes: Int(seconds) / 60) ?? .midnight }

  /// Whether the time is 23:59, with any seconds. Many feeds use it for the midnight that ends a day.
  public var isLastMinute: Bool { seconds >= 86_340 && seconds < 86_400 }

  public static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }
}
