import CampusCatalog
import CatalogQuery
import OpeningHours

/// The menus of a place on a page: those of the day, by meal.
struct PageMenus {
  /// The name of the place, or else its id.
  let title: String
  let menus: [Entry]

  /// A section of a menu.
  struct Section {
    /// The meal, its times, and the feed's name of the section: "Mittag, 11:00–14:00 · Theke 1".
    let title: String
    let dishes: [Dish]
    fileprivate let menu: Menu

    func allergensText(of dish: Dish, in language: Language) -> String { menu.allergensText(of: dish, in: language) }
  }

  /// Returns the sections of all menus, in their order.
  func sections(of campus: PageCampus) -> [Section] {
    menus.compactMap(\.menu).flatMap { menu in
      menu.sections.map { section in
        // A menu of the night before is still served.
        let day = menu.date == campus.today ? nil : campus.style.date(menu.date, from: campus.today)
        let parts = [day, menu.meal.title(campus.style), section.name].compactMap(\.self)
        return Section(title: parts.joined(separator: " · "), dishes: section.dishes, menu: menu)
      }
    }
  }
}

extension Dish {
  func dietsText(in language: Language) -> String { diets.map { $0.text(in: language) }.joined(separator: ", ") }

  func pricesText(in language: Language) -> String { prices.map { $0.text(in: language) }.joined(separator: ", ") }
}
