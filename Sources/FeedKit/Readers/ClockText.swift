public import OpeningHours

/// A time of day parsed from free text on the 12-hour or the 24-hour clock: "8:30", "8.30 pm", "noon".
///
/// Accepts hours and minutes separated by ":", "." or "h", from 0:00 to 24:00; 1 to 12 with "am", "pm", "a.m.", "p.m.", "a" or "p", with or
/// without minutes; "noon" and "midday" (12:00); and "midnight" (0:00). Case and spaces do not matter.
///
/// Rejects an hour without minutes and without am or pm ("8"), minutes over 59, hours over 24, seconds, and any other words.
public struct ClockText: Sendable, Hashable {
  /// Minutes since midnight, 0 to 1,440.
  public let minutes: Int
  /// Whether the text has am or pm.
  public let hasHalf: Bool
  /// Whether the text is unambiguous: it has am or pm or is a word, or its hour is 0 or at least 13.
  public let isCertain: Bool

  public init?(_ text: String) {
    guard let folded = FoldedText.fold(text) else { return nil }
    self.init(folded: folded[...])
  }

  /// The time as local time of a service day, 00:00 to 24:00.
  public var localTime: LocalTime { LocalTime(minutes: minutes) ?? .midnight }

  /// - Parameter text: a result of `FoldedText.fold`.
  init?(folded text: Substring) {
    if text == "noon" || text == "midday" || text == "midnight" {
      (minutes, hasHalf, isCertain) = (text == "midnight" ? 0 : 720, false, true)
      return
    }
    let half = ["am", "pm", "a", "p"].first(where: text.hasSuffix)
    hasHalf = half != nil
    let numbers = Self.numbers(text.dropLast(half?.count ?? 0))
    guard numbers.count <= 2, let hour = Self.number(numbers[0]),
      let minute = numbers.count == 2 ? Self.number(numbers[1], digits: 2) : 0, minute <= 59
    else { return nil }
    if hasHalf {
      guard (1...12).contains(hour) else { return nil }
      minutes = hour % 12 * 60 + minute + (half?.hasPrefix("p") == true ? 720 : 0)
      isCertain = true
    } else {
      guard numbers.count == 2, hour <= 23 || (hour == 24 && minute == 0) else { return nil }
      minutes = hour * 60 + minute
      isCertain = minutes >= 13 * 60 || minutes < 60
    }
  }

  private static func numbers(_ text: Substring) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." || $0 == "h" }
  }

  /// Parses a number of one or two digits, or of exactly `digits`.
  private static func number(_ text: Substring, digits: Int? = nil) -> Int? {
    guard (1...2).contains(text.utf8.count), digits == nil || text.utf8.count == digits else { return nil }
    return text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}
