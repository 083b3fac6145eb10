package import OpeningHours

extension ClosedRange<LocalDate> {
  /// The dates in English, such as "16 September 2023", "16–22 September 2023", "28 September – 4 October 2023" or
  /// "28 December 2023 – 4 January 2024".
  package var text: String {
    let (first, last) = (lowerBound.components, upperBound.components)
    let end = "\(last.day) \(LocalDate.fullMonthNames[last.month - 1]) \(last.year)"
    if first == last { return end }
    if (first.year, first.month) == (last.year, last.month) { return "\(first.day)–\(end)" }
    let start = "\(first.day) \(LocalDate.fullMonthNames[first.month - 1])"
    return first.year == last.year ? "\(start) – \(end)" : "\(start) \(first.year) – \(end)"
  }
}

extension LocalDate {
  /// The date in English: "16 September 2023".
  package var text: String { (self...self).text }
}
