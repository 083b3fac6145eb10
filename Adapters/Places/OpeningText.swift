import OpeningHours

/// Hours of one day as people write them: "08:00-16:00", "8.30am – 5pm", "noon - midnight", "closed".
enum OpeningText {
  enum Reading {
    /// Of a day that is said to be closed: none.
    case services([Service])
    /// It is not sure what is meant.
    case unreadable
    /// A clock time that no clock shows: 25:61.
    case impossible
  }

  static func read(_ text: String) -> Reading {
    let plain = normalized(text)
    if plain.isEmpty || plain == "-" || plain == "shut" || saysClosed(plain) { return .services([]) }
    var services: [Service] = []
    for part in parts(of: plain) {
      let times = part.split(separator: "-", omittingEmptySubsequences: false)
      guard times.count == 2 else { return .unreadable }
      if isImpossible(times[0]) || isImpossible(times[1]) { return .impossible }
      guard let service = service(from: times[0], to: times[1]) else { return .unreadable }
      services.append(service)
    }
    return .services(services)
  }

  /// "closed", perhaps with words that do not limit it: not "closed until noon".
  private static func saysClosed(_ text: String) -> Bool {
    guard text.hasPrefix("closed") else { return false }
    let rest = text.dropFirst("closed".count)
    let limits = ["-", "until", "till", "except", "from", "after", "before", "between", "unless", "only", "noon", "midday", "midnight"]
    return !rest.contains(where: \.isNumber) && !limits.contains(where: rest.contains)
  }

  /// `HH:MM` with an hour over 24 or a minute over 59.
  private static func isImpossible(_ text: Substring) -> Bool {
    let numbers = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
    guard numbers.count == 2, let hour = number(numbers[0], digits: 2), let minute = number(numbers[1], digits: 2) else { return false }
    return hour > 24 || minute > 59 || (hour == 24 && minute > 0)
  }

  /// Lower case, one kind of dash, no spaces.
  private static func normalized(_ text: String) -> String {
    let plain = folded(text)
    guard plain.contains(".m") else { return plain }
    return plain.replacing("a.m.", with: "am").replacing("p.m.", with: "pm").replacing("a.m", with: "am").replacing("p.m", with: "pm")
  }

  private static func folded(_ text: String) -> String {
    var plain = ""
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      case "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FE58}", "\u{FE63}", "\u{FF0D}": plain += "-"
      default:
        if !scalar.properties.isWhitespace, scalar.value >= 0x20 { plain.unicodeScalars.append(scalar) }
      }
    }
    return plain
  }

  private static func parts(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == ";" || $0 == "/" || $0 == "&" }
  }

  /// An end before its start is on the next day; 23:59 means midnight; equal times could mean all day or nothing: nil.
  private static func service(from start: Substring, to end: Substring) -> Service? {
    guard let opens = minutes(start), var closes = minutes(end), opens < 1440 else { return nil }
    // A reading by the 12-hour clock needs its am or pm on both sides, unless the other is sure by itself.
    guard isSure(start) && isSure(end) || !hasHalf(start) && !hasHalf(end) else { return nil }
    if closes == opens { return nil }
    guard hasHalf(start) || isSure(start) || isSure(end) || isWrittenFor24Hours(start, end) || opens >= 360 && closes > opens else {
      return nil
    }
    if closes == 1439 { closes = 1440 }
    if closes < opens { closes += 1440 }
    guard let from = LocalTime(minutes: opens), let to = LocalTime(minutes: closes) else { return nil }
    return Service(opens: from, closes: to)
  }

  /// A leading zero is of the 24-hour clock; without one, "9:00-5:00" could be anything.
  private static func isWrittenFor24Hours(_ start: Substring, _ end: Substring) -> Bool { start.hasPrefix("0") || end.hasPrefix("0") }

  private static func hasHalf(_ text: Substring) -> Bool { text.hasSuffix("am") || text.hasSuffix("pm") }

  /// The time says by itself which half of the day it is in.
  private static func isSure(_ text: Substring) -> Bool {
    if hasHalf(text) || text == "noon" || text == "midday" || text == "midnight" { return true }
    guard let minutes = minutes(text) else { return false }
    return minutes >= 13 * 60 || minutes < 60
  }

  /// Minutes since midnight, 0 to 1440; nil for what is no time, or an hour alone without am or pm.
  private static func minutes(_ text: Substring) -> Int? {
    switch text {
    case "noon", "midday": return 720
    case "midnight": return 0
    default: break
    }
    var digits = text
    var half: Int?
    for (suffix, offset) in [("am", 0), ("pm", 720)] where digits.hasSuffix(suffix) {
      half = offset
      digits = digits.dropLast(suffix.count)
      break
    }
    let numbers = digits.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." || $0 == "h" }
    guard numbers.count <= 2, let hour = number(numbers[0]), let minute = numbers.count == 2 ? number(numbers[1], digits: 2) : 0 else {
      return nil
    }
    guard minute <= 59 else { return nil }
    if let half {
      guard (1...12).contains(hour) else { return nil }
      return hour % 12 * 60 + minute + half
    }
    guard numbers.count == 2, hour <= 23 || (hour == 24 && minute == 0) else { return nil }
    return hour * 60 + minute
  }

  private static func number(_ text: Substring, digits: Int? = nil) -> Int? {
    guard (1...2).contains(text.utf8.count), digits == nil || text.utf8.count == digits else { return nil }
    return text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}
