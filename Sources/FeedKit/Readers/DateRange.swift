public import OpeningHours

/// One day or several in a row, written in numbers: "5/18/19-5/31/19".
///
/// Accepted, with any spaces: a date, or two with a dash or "to" between them. A date is three numbers with "/" or "." between them,
/// a month and a day of one or two digits, and a year of four digits, or of two (2000 to 2099).
///
/// Refused: dates that do not exist, a range that ends before it begins, and dates without a year.
public struct DateRange: Sendable, Hashable {
  /// The order of day and month in a date.
  public enum Order: Sendable, Hashable { case monthFirst, dayFirst }

  /// Both days are included.
  public let first: LocalDate
  public let last: LocalDate

  public init?(_ text: String, _ order: Order) {
    let dates = FoldedText.fold(text).replacing("to", with: "-").split(separator: "-", omittingEmptySubsequences: false)
    guard dates.count <= 2, let first = Self.date(dates[0], order), let last = Self.date(dates[dates.count - 1], order), first <= last
    else { return nil }
    self.first = first
    self.last = last
  }

  private static func date(_ text: Substring, _ order: Order) -> LocalDate? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "." }
    guard parts.count == 3, (1...2).contains(parts[0].utf8.count), (1...2).contains(parts[1].utf8.count),
      [2, 4].contains(parts[2].utf8.count), parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    let (month, day) = order == .monthFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
    return LocalDate(year: parts[2].utf8.count == 2 ? 2000 + numbers[2] : numbers[2], month: month, day: day)
  }
}
