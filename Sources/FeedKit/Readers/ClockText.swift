import OpeningHours

/// A time of day as people write it, by the 12-hour or the 24-hour clock: "8:30", "8.30 pm", "noon".
///
/// Accepted, in any case and with any spaces: hours and minutes with ":", "." or "h" between them, from 0:00 to 24:00; 1 to 12
/// with "am", "pm", "a.m." or "p.m.", with or without minutes; "noon" and "midday" (12:00); "midnight" (0:00).
///
/// Refused: an hour alone without am or pm ("8"), minutes over 59, hours over 24, seconds, and any other words.
public struct ClockText: Sendable, Hashable {
  /// Minutes since midnight, 0 to 1,440.
  public let minutes: Int
  /// Whether the text has am or pm.
  public let hasHalf: Bool
  /// Whether it can mean one time only: the text has am or pm or is a word, or the hour is 0 or at least 13.
  public let isCertain: Bool

  public init?(_ text: String) { self.init(folded: FoldedText.fold(text)[...]) }

  public var localTime: LocalTime { LocalTime(minutes: minutes) ?? .midnight }

  /// - Parameter text: in the form of `FoldedText`.
  init?(folded text: Substring) {
    if text == "noon" || text == "midday" || text == "midnight" {
      (minutes, hasHalf, isCertain) = (text == "midnight" ? 0 : 720, false, true)
      return
    }
    hasHalf = text.hasSuffix("am") || text.hasSuffix("pm")
    let numbers = Self.numbers(hasHalf ? text.dropLast(2) : text)
    guard numbers.count <= 2, let hour = Self.number(numbers[0]),
      let minute = numbers.count == 2 ? Self.number(numbers[1], digits: 2) : 0, minute <= 59
    else { return nil }
    if hasHalf {
      guard (1...12).contains(hour) else { return nil }
      minutes = hour % 12 * 60 + minute + (text.hasSuffix("pm") ? 720 : 0)
      isCertain = true
    } else {
      guard numbers.count == 2, hour <= 23 || (hour == 24 && minute == 0) else { return nil }
      minutes = hour * 60 + minute
      isCertain = minutes >= 13 * 60 || minutes < 60
    }
  }

  /// Whether a text has the form of a time that does not exist: an hour over 24, or a minute over 59.
  ///
  /// - Parameter text: in the form of `FoldedText`.
  static func isImpossible(folded text: Substring) -> Bool {
    let numbers = numbers(text)
    guard numbers.count == 2, let hour = number(numbers[0], digits: 2), let minute = number(numbers[1], digits: 2) else { return false }
    return hour > 24 || minute > 59 || (hour == 24 && minute > 0)
  }

  private static func numbers(_ text: Substring) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." || $0 == "h" }
  }

  /// A number of one or two digits, or of exactly as many as are asked for.
  private static func number(_ text: Substring, digits: Int? = nil) -> Int? {
    guard (1...2).contains(text.utf8.count), digits == nil || text.utf8.count == digits else { return nil }
    return text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}
