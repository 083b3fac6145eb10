public import OpeningHours

/// A range of days parsed from numeric dates: "5/18/19-5/31/19".
///
/// Accepts one date, or two separated by a dash or "to", with any spaces. A date is three numbers separated by "/" or ".": month and
/// day of one or two digits, in the given order, and a year of four digits, or of two (2000 to 2099).
///
/// Rejects dates that do not exist, dates without a year, and ranges that end before they begin.
public struct DateRange: Sendable, Hashable {
  /// The order of day and month in a date.
  public enum Order: Sendable, Hashable { case monthFirst, dayFirst }

  public let first: LocalDate
  /// The last day, included.
  public let last: LocalDate

  public init?(_ text: String, _ order: Order) {
    guard let folded = FoldedText.fold(text) else { return nil }
    let dates = folded.replacing("to", with: "-").split(separator: "-", omittingEmptySubsequences: false)
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
