import FeedKit

/// Parses English dates, independent of the locale.
enum EnglishDate {
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
  ]

  /// Parses a date such as "Jun 02, 2023" or "June 2, 2023"; nil for any other text.
  static func parse(_ text: String) -> LocalDate? {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," })
    guard words.count == 3, words[2].utf8.count == 4, words[1].utf8.count <= 2, let month = month(words[0].lowercased()),
      let day = number(words[1]), let year = number(words[2])
    else { return nil }
    return LocalDate(year: year, month: month, day: day)
  }

  /// Returns the number of a month from its name, its first three letters or "sept".
  private static func month(_ name: String) -> Int? {
    if name == "sept" { return 9 }
    return months.firstIndex { name == $0 || name == $0.prefix(3) }.map { $0 + 1 }
  }

  private static func number(_ word: Substring) -> Int? {
    word.allSatisfy(\.isNumber) ? Int(word) : nil
  }
}
