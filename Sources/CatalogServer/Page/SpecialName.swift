import CatalogQuery
import OpeningHours

/// The name of special hours for people.
enum SpecialName {
  /// Returns the name of the special hours of a day; nil if it has none.
  static func text(_ day: DayHours) -> String? { day.isSpecial ? day.name.map(text) ?? Words.text("special-hours-name") : nil }

  /// Returns the name of the hours of a day that are special or not as usual, and the usual ones, if they differ; nil for other days.
  static func texts(_ day: DayHours, usual: UsualWeek?, _ style: RegionalStyle) -> (name: String, usual: String?)? {
    let usual = usual?.deviation(of: day, style)
    return (text(day) ?? usual.map { _ in Words.text("special-hours-name") }).map { ($0, usual) }
  }

  /// Returns the name without the note on a place that some feeds add to it: "Thanksgiving Break 2026 [Closed]".
  static func text(_ name: String) -> String {
    guard name.utf8.last == UInt8(ascii: "]") else { return name }
    let short = name.replacing(/\s*\[[^\[\]]*\]$/, with: "")
    return short.isEmpty ? name : short
  }
}
