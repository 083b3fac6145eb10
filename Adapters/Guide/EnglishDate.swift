import FeedKit

/// Parses English dates, independent of the locale.
enum EnglishDate {
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// Parses a date such as "Jun 02, 2023" or "June 2, 2023"; nil for any other text.
  static func parse(_ text: String) -> LocalDate? {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," })
    guard words.count == 3, words[2].utf8.count == 4, words[1].utf8.count <= 2,
      let month = months.firstIndex(of: String(words[0].lowercased().prefix(3))), isMonth(words[0].lowercased(), month),
      let day = number(words[1]), let year = number(words[2])
    else { return nil }
    return LocalDate(year: year, month: month + 1, day: day)
  }

  private static func number(_ word: Substring) -> Int? {
    word.allSatisfy(\.isNumber) ? Int(word) : nil
  }

  private static let fullNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
  ]

  private static func isMonth(_ word: String, _ month: Int) -> Bool {
    word == months[month] || word == fullNames[month] || word == "sept"
  }
}
