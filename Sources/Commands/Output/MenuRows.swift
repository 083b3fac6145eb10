import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// Menus as comma-separated values: one row for each dish. A cell with several values has one on each line.
enum MenuRows {
  private static let columns = [
    "place", "place_name", "distance", "date", "meal", "meal_name", "section", "dish", "notes", "diets", "allergens", "allergens_stated",
    "labels", "prices", "menu",
  ]

  static func text(of results: MenuResults) -> String {
    results.places.items.reduce(into: CSVText.row(columns)) { text, listing in
      for entry in listing.menus {
        guard let menu = entry.menu else { continue }
        for section in menu.sections {
          for dish in section.dishes { text += CSVText.row(of: row(dish, section, menu, entry.id, listing)) }
        }
      }
    }
  }

  private static func row(
    _ dish: Dish, _ section: MenuSection, _ menu: CampusCatalog.Menu, _ id: EntryID, _ listing: MenuListing
  ) -> [TableCell] {
    [
      .text(listing.id.description), TableCell(listing.place?.entry.name),
      TableCell(listing.place?.distance.map { ($0 * 10).rounded() / 10 }), .text(menu.date.description), .text(menu.meal.kind.rawValue),
      TableCell(menu.meal.name), TableCell(section.name), .text(dish.name), TableCell(lines: dish.notes),
      TableCell(lines: dish.diets.map(\.rawValue)),
      TableCell(lines: dish.allergens.map { $0.code.rawValue + ($0.detail.map { ": \($0)" } ?? "") }), .boolean(dish.allergensStated),
      TableCell(lines: dish.labels), TableCell(lines: dish.prices.map { $0.text(in: .english) }), .text(id.description),
    ]
  }
}
