/// A time of a service day in whole minutes, from 00:00 to 48:00.
///
/// Times after 24:00 are on the next calendar day but belong to this service day: "26:00" is 02:00 in the night that began this day.
public struct LocalTime: Sendable, Hashable, Comparable {
  /// Minutes since the midnight that begins the service day, 0 to 2,880.
  public let minutes: Int16

  /// 00:00, the beginning of the day.
  public static let midnight = LocalTime(unchecked: 0)
  /// 24:00, the end of the day.
  public static let endOfDay = LocalTime(unchecked: 1440)

  @inline(__always)
  private init(unchecked minutes: Int16) { self.minutes = minutes }

  /// Creates a time; nil unless `minutes` is 0 to 2,880.
  @inline(__always)
  public init?(minutes: Int) {
    guard minutes >= 0, minutes <= 2880 else { return nil }
    self.minutes = Int16(truncatingIfNeeded: minutes)
  }

  @inline(__always)
  public static func < (left: Self, right: Self) -> Bool { left.minutes < right.minutes }
}

extension LocalTime: CustomStringConvertible {
  /// Parses `HH:MM` from "00:00" to "48:00", the form in catalogs; nil for any other text.
  public init?(_ text: String) { self.init(ascii: text.utf8.span) }

  public init?(ascii text: borrowing Span<UInt8>) {
    guard text.count == 5, text[2] == UInt8(ascii: ":"), let hour = text.digits(0, 2), let minute = text.digits(3, 2), minute <= 59
    else { return nil }
    self.init(minutes: hour * 60 + minute)
  }

  /// The time as `HH:MM`, from "00:00" to "48:00".
  public var description: String {
    String(unsafeUninitializedCapacity: 8) { text in
      UnsafeMutableRawBufferPointer(text).storeBytes(of: ascii.littleEndian, as: UInt64.self)
      return 5
    }
  }

  /// `HH:MM` in the lower 40 bits, the first character in the lowest byte.
  package var ascii: UInt64 { Self.ascii(minutes: Int(minutes)) }

  static func ascii(minutes: Int) -> UInt64 {
    // Division by multiplication, correct for all numbers up to 2,880.
    let hour = UInt64(truncatingIfNeeded: minutes &* 2185) >> 17
    let minute = UInt64(truncatingIfNeeded: minutes) &- hour &* 60
    let (hourTens, minuteTens) = ((hour &* 103) >> 10, (minute &* 103) >> 10)
    let digits =
      hourTens | (hour &- hourTens &* 10) << 8 | minuteTens << 24 | (minute &- minuteTens &* 10) << 32
    return digits | 0x30_303A_3030
  }
}
