import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// The dishes of a menu by section: diets as labels, prices, then remarks, allergens and other labels.
struct DishList {
  private let menu: Menu
  private let style: RegionalStyle
  private let isBrief: Bool

  /// - Parameter isBrief: whether dishes without any known allergens do not say so; then, a note has to.
  init(_ menu: Menu, _ style: RegionalStyle, isBrief: Bool = false) { (self.menu, self.style, self.isBrief) = (menu, style, isBrief) }

  var html: HTML {
    HTML.all(
      menu.sections.map { section -> HTML in
        let name: HTML? = section.name.map { "<p class=\"section\" dir=\"auto\">\($0)</p>\n" }
        return "\(name)<ul class=\"dishes\">\n\(HTML.all(section.dishes.map(dish)))</ul>\n"
      })
  }

  private func dish(_ dish: Dish) -> HTML {
    let diets = HTML.all(dish.diets.map { " <small class=\"diet\">\($0.text(in: style.language))</small>" })
    let details = details(of: dish)
    let note: HTML? = details.isEmpty ? nil : "\n<p class=\"note\">\(HTML.all(details.map { "<bdi>\($0)</bdi>" }, separator: " · "))</p>"
    return "<li class=\"dish\"><p class=\"what\"><bdi>\(dish.name)</bdi>\(diets)</p>\(prices(of: dish))\(note)</li>\n"
  }

  private func details(of dish: Dish) -> [String] {
    let isUnknown = dish.allergens.isEmpty && !dish.allergensStated
    return dish.notes + (isBrief && isUnknown ? [] : [menu.allergensText(of: dish, in: style.language)]) + dish.labels
  }

  /// The texts of the dishes by section.
  var texts: [[String]] {
    menu.sections.map { section in
      section.dishes.map { dish in
        let prices = dish.prices.map { $0.text(in: style.language) }
        return ([dish.name] + dish.diets.map { $0.text(in: style.language) } + prices + details(of: dish)).joined(separator: " · ")
      }
    }
  }

  private func prices(of dish: Dish) -> HTML? {
    if dish.prices.isEmpty { return nil }
    let prices = dish.prices.map { price -> HTML in
      let role: HTML? = price.role.map { " data-role=\"\($0.rawValue)\"" }
      return "<span class=\"price\"\(role)>\(price.text(in: style.language))</span>"
    }
    return "\n<p class=\"prices\">\(HTML.all(prices, separator: " "))</p>"
  }
}

/// A choice of the prices that are shown, for the script, which remembers it. Without a script, all are shown.
enum PriceChoice {
  /// Returns the choice for some menus; nil if nobody pays another price.
  static func html(for menus: [Entry]) -> HTML? {
    let stated = Set(menus.flatMap { $0.menu?.dishes.flatMap(\.prices) ?? [] }.compactMap(\.role))
    if stated.isEmpty { return nil }
    let roles = Price.Role.allCases.filter(stated.contains).map { role -> HTML in
      "<option value=\"\(role.rawValue)\">\(Words.text("role-\(role.rawValue)"))</option>"
    }
    return """
      <p class="prices-for scripted"><label for="role">\(Words.text("prices-for"))</label> \
      <select id="role" autocomplete="off"><option value="">\(Words.text("everybody"))</option>\(HTML.all(roles))</select></p>
      """
  }
}
