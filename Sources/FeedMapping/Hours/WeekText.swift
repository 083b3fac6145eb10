package import FeedKit

/// The hours of a week, parsed from free text: "Mon-Fri: 8am-5pm; Sat 10:00-14:00; Sun closed".
///
/// The text is one or more parts separated by ";", ",", "|" or line breaks. A part is weekdays (`WeekdayRange`, several joined by "&",
/// "/" or "and", "daily", "weekdays", "weekends", or the letters M, T, W and F), an optional ":", and the hours of a day (`HoursText`, with
/// "to" for a dash too, or "24 hours"). A weekday after hours begins another part. Parts that are only weekdays or only hours belong to the
/// next or the previous part. Weekdays without a part are closed. A text of more than 4,096 bytes is not read.
package struct WeekText: Sendable {
  let plan: WeekPlan

  private static let maximumBytes = 4096

  /// Creates a week; nil if any part of the text is not understood.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maximumBytes else { return nil }
    var week: [Weekday: [Service]] = [:]
    var pending: [Weekday] = []
    var current: [Weekday] = []
    for part in text.split(whereSeparator: { ";,|\n\r".contains($0) || $0 == "\r\n" }).flatMap({ Self.split($0.lowercased()) }) {
      let (names, hours) = Self.parts(of: part)
      if names.isEmpty, hours.isEmpty { continue }
      if !names.isEmpty {
        guard let days = Self.days(names) else { return nil }
        if hours.isEmpty {
          pending += days
          continue
        }
        (current, pending) = (pending + days, [])
      }
      guard pending.isEmpty, let services = Self.services(hours) else { return nil }
      if current.isEmpty {
        // "Closed" and "24 hours" may be said of all days.
        guard services.isEmpty || services == [.wholeDay] else { return nil }
        current = Weekday.allCases
      }
      for day in current { week[day, default: []] += services }
    }
    guard !week.isEmpty, pending.isEmpty else { return nil }
    plan = WeekPlan(week.mapValues { DayPlan($0) }).joiningSplitNights()
  }

  /// Splits a part before each weekday that follows hours: "mon-fri 8am-5pm sat closed".
  private static func split(_ part: String) -> [String] {
    var parts: [String] = []
    var words: [Substring] = []
    var hasHours = false
    for word in part.split(whereSeparator: \.isWhitespace) {
      let isDay = !word.contains(where: \.isNumber) && word.contains(where: \.isLetter) && days(word.filter { $0 != ":" }) != nil
      if hasHours, isDay {
        parts.append(words.joined(separator: " "))
        (words, hasHours) = ([], false)
      }
      hasHours = hasHours || word.contains(where: \.isNumber) || word == "closed"
      words.append(word)
    }
    return parts + [words.joined(separator: " ")]
  }

  /// Returns the weekdays at the beginning of a part, and the hours that follow.
  private static func parts(of part: String) -> (names: String, hours: String) {
    let words = ["closed", "noon", "midday", "midnight", "open", "shut"]
    let start = part.indices.first { index in part[index].isNumber || words.contains { part[index...].hasPrefix($0) } } ?? part.endIndex
    func trim(_ text: Substring) -> String {
      let marks: Set<Character> = [":", "-", "–", "—", "(", "."]
      var text = text.drop { $0.isWhitespace || marks.contains($0) }
      while let last = text.last, last.isWhitespace || marks.contains(last) { text.removeLast() }
      return String(text)
    }
    let hours = part[start...].drop(while: \.isWhitespace)
    return (trim(part[..<start]), hours.hasPrefix("open") ? trim(hours.dropFirst(4)) : String(hours))
  }

  private static func days(_ names: String) -> [Weekday]? {
    switch names.filter({ !$0.isWhitespace }) {
    case "daily", "everyday", "alldays", "monday-sunday": return Weekday.allCases
    case "weekdays", "weekday": return Array(Weekday.allCases.prefix(5))
    case "weekends", "weekend": return Array(Weekday.allCases.suffix(2))
    default: break
    }
    if let days = Self.days(inLetters: names) { return days }
    let letters = ["m": "mon", "t": "tue", "w": "wed", "f": "fri"]
    var days: [Weekday] = []
    for name in names.replacing(" and ", with: "&").split(whereSeparator: { "&/+".contains($0) }) {
      let plain = name.map { "–—".contains($0) ? "-" : $0 }
      let ends = String(plain).split(separator: "-", omittingEmptySubsequences: false).map { end in
        let end = end.trimmingPrefix(while: \.isWhitespace)
        let word = String(end.prefix { !$0.isWhitespace })
        return letters[word].flatMap { word.utf8.count == end.utf8.filter { $0 != 0x20 }.count ? $0 : nil } ?? String(end)
      }
      guard let range = WeekdayRange(ends.joined(separator: "-")) else { return nil }
      days += range.days
    }
    return days.isEmpty ? nil : days
  }

  /// Returns the days of letters as in course schedules: "mwf", "tth", "tr" (R is Thursday).
  private static func days(inLetters text: String) -> [Weekday]? {
    guard (2...8).contains(text.utf8.count), WeekdayRange(text) == nil else { return nil }
    let letters: [(text: String, day: Weekday)] = [
      ("th", .thursday), ("tu", .tuesday), ("sa", .saturday), ("su", .sunday), ("m", .monday), ("t", .tuesday), ("w", .wednesday),
      ("r", .thursday), ("f", .friday),
    ]
    var days: [Weekday] = []
    var rest = text[...]
    while !rest.isEmpty {
      guard let letter = letters.first(where: { rest.hasPrefix($0.text) }), days.last ?? .monday <= letter.day, !days.contains(letter.day)
      else { return nil }
      days.append(letter.day)
      rest = rest.dropFirst(letter.text.count)
    }
    return days
  }

  private static func services(_ hours: String) -> [Service]? {
    if case .services(let services) = day(hours) { return services }
    return nil
  }

  /// Reads the hours of a day as `HoursText` does, and also with "to" for the dash, and "24 hours".
  package static func day(_ text: String) -> HoursText {
    guard text.utf8.count <= maximumBytes else { return .unreadable }
    let text = text.lowercased()
    let plain = text.filter { !$0.isWhitespace }
    // Two columns for the beginning and the end of a day, joined.
    let ends = plain.split(separator: "-", omittingEmptySubsequences: false)
    if ends.count == 2, ends[0] == ends[1], ["closed", "-", "", "n/a"].contains(ends[0]) { return .services([]) }
    if ["24hours", "24/7", "24hrs", "24h", "open24hours", "open24/7"].contains(plain) { return .services([.wholeDay]) }
    return HoursText(text.replacing(" to ", with: "-").replacing(" until ", with: "-").replacing(" til ", with: "-"))
  }
}
