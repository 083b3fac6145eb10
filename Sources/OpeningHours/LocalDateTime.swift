/// A date and a time of day, with an offset from UTC if the text it was parsed from has one.
///
/// The text is RFC 3339, such as `2023-09-17T11:00:00-04:00` or `2023-09-17T15:00:00.25Z`. The offset and the seconds may be missing,
/// a space or lower-case `t` may replace the `T`, and a fraction has 1 to 9 digits. 24:00:00 and leap seconds are not accepted.
public struct LocalDateTime: Sendable, Hashable {
  public let date: LocalDate
  /// The time of day, before 24:00:00.
  public let time: ClockTime
  /// Nanoseconds after the whole second, 0 to 999,999,999.
  public let nanoseconds: Int32
  /// Seconds east of UTC; nil if the text has no offset, so that the time is local to the campus.
  public let offset: Int?

  /// Creates a local date and time.
  ///
  /// - Parameter time: before 24:00:00.
  public init(date: LocalDate, time: ClockTime) {
    self.date = date
    self.time = time
    nanoseconds = 0
    offset = nil
  }

  /// Parses a date and time; nil for any other text.
  public init?(_ text: String) { self.init(ascii: text.utf8.span) }

  public init?(ascii text: borrowing Span<UInt8>) {
    let count = text.count
    guard count >= 16, count <= 40, let date = LocalDate(ascii: text.extracting(0..<10)) else { return nil }
    guard text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: "t") || text[10] == UInt8(ascii: " ") else { return nil }
    let hasSeconds = count >= 19 && text[16] == UInt8(ascii: ":")
    guard let time = ClockTime(ascii: text, at: 11, hasSeconds: hasSeconds), time.seconds < 86_400 else { return nil }
    var index = hasSeconds ? 19 : 16
    var nanoseconds: Int32 = 0
    if hasSeconds, index < count, text[index] == UInt8(ascii: ".") {
      index += 1
      var scale: Int32 = 1_000_000_000
      while index < count, text[index].isASCIIDigit {
        scale /= 10
        nanoseconds += Int32(text[index] - UInt8(ascii: "0")) * scale
        index += 1
      }
      guard (21...29).contains(index) else { return nil }
    }
    if index == count {
      offset = nil
    } else {
      guard let value = Self.offset(text, at: index) else { return nil }
      offset = value
    }
    self.date = date
    self.time = time
    self.nanoseconds = nanoseconds
  }

  /// Parses `Z` or `+HH:MM` at the end of a text, as RFC 3339 allows (hours up to 23); nil for any other text.
  private static func offset(_ text: borrowing Span<UInt8>, at index: Int) -> Int? {
    let first = text[index]
    if first == UInt8(ascii: "Z") || first == UInt8(ascii: "z") { return index + 1 == text.count ? 0 : nil }
    guard first == UInt8(ascii: "+") || first == UInt8(ascii: "-"), text.count == index + 6, text[index + 3] == UInt8(ascii: ":"),
      let hours = text.digits(index + 1, 2), let minutes = text.digits(index + 4, 2), hours <= 23, minutes <= 59
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return first == UInt8(ascii: "-") ? -seconds : seconds
  }

  public var instant: Instant? { offset.flatMap { Instant(secondsSinceEpoch: wall - Int64($0), nanoseconds: nanoseconds) } }

  /// Local seconds since 1970-01-01T00:00:00.
  var wall: Int64 { Int64(date.daysSinceEpoch) * 86_400 + Int64(time.seconds) }
}
