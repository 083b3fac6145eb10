import OpeningHours

/// The end of a zone's file in the time zone database (RFC 9636): the year of the last clock change that it lists, and the rule for all
/// later ones.
struct ZoneFooter {
  let lastYear: Int
  /// Empty if clocks no longer change.
  let changes: [YearlyChange]

  /// - Returns: nil if the file has no footer, or one with a rule that is not about months and weekdays.
  init?(_ file: [UInt8]) {
    // Two headers of 44 bytes, each with six counts at its end, and each before a block of data. The first block has times of 32 bits.
    let header = 44
    guard file.starts(with: "TZif".utf8), let first = Self.counts(file[...]) else { return nil }
    let block = first.times * 5 + first.types * 6 + first.characters + first.leaps * 8 + first.standards + first.universals
    let rest = file.dropFirst(header + block)
    guard let count = Self.counts(rest)?.times else { return nil }
    let last = rest.dropFirst(header + (count - 1) * 8).prefix(8)
    lastYear = count == 0 ? 0 : CalendarTime.date(of: Int64(truncatingIfNeeded: Self.number(last))).date.components.year
    // The footer is the last line, between two line feeds.
    let lineFeed = UInt8(ascii: "\n")
    guard rest.last == lineFeed, let start = rest.dropLast().lastIndex(of: lineFeed) else { return nil }
    guard let changes = Self.changes(String(decoding: rest[(start + 1)...].dropLast(), as: UTF8.self)) else { return nil }
    self.changes = changes
  }

  private typealias Counts = (universals: Int, standards: Int, leaps: Int, times: Int, types: Int, characters: Int)

  /// Returns the counts in a header.
  private static func counts(_ file: ArraySlice<UInt8>) -> Counts? {
    guard file.count >= 44 else { return nil }
    let counts = (0..<6).map { number(file.dropFirst(20 + 4 * $0).prefix(4)) }
    return (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  // MARK: - The rule

  /// Reads a rule (POSIX, with the extensions of RFC 9636), such as "EST5EDT,M3.2.0,M11.1.0": the names and offsets (west of UTC) of both
  /// times, then when the second begins and ends. "JST-9" has one time.
  private static func changes(_ text: String) -> [YearlyChange]? {
    let parts = text.split(separator: ",")
    guard let names = parts.first?.wholeMatch(of: /(?:[A-Za-z]+|<[^>]+>)([-+0-9:]+)(?:(?:[A-Za-z]+|<[^>]+>)([-+0-9:]*))?/),
      let standard = seconds(names.1).map({ -$0 })
    else { return nil }
    guard let other = names.2 else { return parts.count == 1 ? [] : nil }
    guard parts.count == 3, let daylight = other.isEmpty ? standard + 3600 : seconds(other).map({ -$0 }) else { return nil }
    guard let begin = changes(parts[1], before: standard, after: daylight), let end = changes(parts[2], before: daylight, after: standard)
    else { return nil }
    return begin + end
  }

  /// Reads a change, such as "M10.5.4/24": 24 hours after the fifth (last) Thursday of October begins. Without a time, it is at 02:00.
  private static func changes(_ text: Substring, before: Int, after: Int) -> [YearlyChange]? {
    let parts = text.split(separator: "/")
    guard text.first == "M", let date = parts.first?.dropFirst().split(separator: ".").compactMap({ Int($0) }), date.count == 3,
      let time = parts.count == 1 ? 7200 : seconds(parts[1])
    else { return nil }
    return YearlyChange.all(week: date[1], weekday: date[2], month: date[0], seconds: time, before: before, after: after)
  }

  /// Returns a time of up to three numbers, such as "-1:30", in seconds.
  private static func seconds(_ text: Substring) -> Int? {
    let numbers = text.drop { "+-".contains($0) }.split(separator: ":").map { Int($0) }
    guard let hours = numbers.first ?? nil else { return nil }
    let minutes = numbers.count > 1 ? numbers[1] ?? 0 : 0
    let seconds = numbers.count > 2 ? numbers[2] ?? 0 : 0
    let total = hours * 3600 + minutes * 60 + seconds
    return text.first == "-" ? -total : total
  }
}
