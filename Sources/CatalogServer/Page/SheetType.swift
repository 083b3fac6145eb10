import CampusCatalog
import CatalogQuery
import OpeningHours

/// The type in which the menus of a week fit on one sheet of paper, in landscape; the smallest one if they need more sheets. Raw values are those
/// of the style sheet.
enum SheetType: String, CaseIterable {
  case large, medium, small
  /// The dishes of a section are one paragraph.
  case dense

  /// The size in points. Smaller ones cannot be read on paper.
  private var size: Double {
    switch self {
    case .large: 10
    case .medium: 8
    case .small, .dense: 7
    }
  }

  /// The room for the table on a sheet of Letter or A4 without margins and headings, in points.
  private static let (width, height) = (690.0, 430.0)

  /// Returns the largest type that most likely fits; the smallest one if none does.
  ///
  /// - Parameter rows: the texts of the dishes of each section, by day and meal.
  init(fitting rows: [[[[String]]]]) { self = Self.allCases.first { $0.height(of: rows) <= Self.height } ?? .dense }

  private func height(of rows: [[[[String]]]]) -> Double {
    let meals = rows.map(\.count).max() ?? 1
    let letters = max(1, Self.width / Double(max(1, meals)) / (0.55 * size))
    var lines = 2.0
    for row in rows {
      let cells = row.map { sections in sections.reduce(0) { $0 + self.lines(of: $1, letters) } }
      lines += max(2, (cells.max() ?? 0) + 0.6)
    }
    return lines * size * 1.3
  }

  /// Returns how many lines the dishes of a section take, with its name.
  private func lines(of dishes: [String], _ letters: Double) -> Double {
    if self == .dense {
      let count = dishes.reduce(12) { $0 + $1.count + 2 }
      return (Double(count) / letters).rounded(.up)
    }
    let counts = dishes.map { dish in (Double(dish.count) / letters).rounded(.up) }
    return counts.reduce(1.2, +)
  }
}
