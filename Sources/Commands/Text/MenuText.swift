import CampusCatalog
import CatalogQuery
import OpeningHours

/// Menus as text for people: each place with its state, then its dishes by meal and section, and finally who states all this.
struct MenuText {
  let rule: StatusRule
  /// Whose prices are shown, besides those for everybody; nil for all.
  let role: Price.Role?
  let terminal: Terminal

  func lines(of listings: [MenuListing]) -> [String] {
    var lines: [String] = []
    for listing in listings {
      lines += title(of: listing)
      lines += self.lines(of: listing.menus)
      lines.append("")
    }
    let words = Language.shared(by: listings.flatMap(\.menus).map { rule.style(of: $0.campus).language }).words
    return lines + Paragraph.lines(words.text("stated-by-kitchen"), width: terminal.width).map { terminal.text($0, .faint) }
  }

  /// Returns the name of a place, its state and its distance: "Mensa Süd · Open until 14:00 · 250 m".
  private func title(of listing: MenuListing) -> [String] {
    var parts = [listing.place?.entry.name ?? listing.id.description]
    if let place = listing.place {
      parts.append(place.sentence)
      if let distance = place.distance { parts.append(place.style.distance(distance)) }
    }
    return heading(parts, indent: 0, .heading)
  }

  /// Returns the dishes of the menus of a place, with their dates unless all are of the day in question.
  func lines(of menus: [Entry]) -> [String] {
    let hasDates = menus.contains { $0.menu?.date != rule.date(of: $0) }
    return menus.flatMap { lines(of: $0, hasDate: hasDates) }
  }

  /// Returns the dishes of a menu by section.
  func lines(of entry: Entry, hasDate: Bool) -> [String] {
    guard let menu = entry.menu else { return [] }
    let style = rule.style(of: entry.campus)
    let date = hasDate ? style.date(menu.date, from: rule.date(of: entry)) : nil
    return menu.sections.flatMap { section in
      heading([date, menu.meal.title(style), section.name].compactMap(\.self), indent: 2, .faint)
        + section.dishes.flatMap { self.lines(of: $0, menu, style.language) }
    }
  }

  /// Returns the name of a dish with its diets and prices, then what it contains, notes and labels.
  private func lines(of dish: Dish, _ menu: CampusCatalog.Menu, _ language: Language) -> [String] {
    let prices = dish.prices.filter { role == nil || $0.role == nil || $0.role == role }.map { $0.text(in: language) }
    let diets = dish.diets.map { $0.text(in: language) }
    let parts = [dish.name, diets.joined(separator: ", "), prices.joined(separator: ", ")].filter { !$0.isEmpty }
    let details = [menu.allergensText(of: dish, in: language)] + dish.notes + dish.labels
    return heading(parts, indent: 4, nil) + heading(details, indent: 6, .faint)
  }

  private func heading(_ parts: [String], indent: Int, _ style: Terminal.Style?) -> [String] {
    let text = parts.map { PlainText.visible($0, isOneLine: true) }.joined(separator: " · ")
    return Paragraph.lines(text, width: terminal.width, indent: indent).map { terminal.text($0, style) }
  }
}
