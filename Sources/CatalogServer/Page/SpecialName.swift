import CatalogQuery

/// The name of special hours for people.
enum SpecialName {
  /// Returns the name of the special hours of a day; nil if it has none.
  static func text(_ day: DayHours) -> String? { day.isSpecial ? day.name.map(text) ?? Words.text("special-hours-name") : nil }

  /// Returns the name without the note on a place that some feeds add to it: "Thanksgiving Break 2026 [Closed]".
  static func text(_ name: String) -> String {
    let short = name.replacing(/\s*\[[^\[\]]*\]$/, with: "")
    return short.isEmpty ? name : short
  }
}
