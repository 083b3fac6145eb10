package import CampusCatalog
package import OpeningHours

/// The menus of one place, by service day.
package struct PlaceMenus: Sendable {
  private let place: Entry
  private let byDay: [LocalDate: [Entry]]

  /// - Parameter entries: the menus of the catalog, perhaps among others.
  package init(of place: Entry, in entries: [Entry]) {
    var byDay: [LocalDate: [Entry]] = [:]
    for index in entries.indices where entries[index].kind == .menu {
      guard let menu = entries[index].menu, menu.place == place.id || place.aliases.contains(menu.place) else { continue }
      byDay[menu.date, default: []].append(entries[index])
    }
    self.place = place
    self.byDay = byDay.mapValues { $0.sorted(by: MenuQuery.isBefore) }
  }

  /// The days that have menus, sorted.
  package var days: [LocalDate] { byDay.keys.sorted() }

  /// Returns the menus of a day, by meal; empty if there are none.
  package func menus(on day: LocalDate) -> [Entry] { byDay[day] ?? [] }

  /// Returns the menus that answer a question (`StatusRule.meals`), by day and meal.
  package func menus(by rule: StatusRule) -> [Entry] {
    let today = rule.date(of: place)
    func menus(_ days: Int) -> [Entry] { today.adding(days: days).map { self.menus(on: $0) } ?? [] }
    return rule.meals(before: menus(-1), today: menus(0), next: menus(1), hours: place.hours).sorted(by: MenuQuery.isBefore)
  }

  /// Returns the day of a rule or, after midnight, the day before while one of its menus is still served.
  package func day(by rule: StatusRule) -> LocalDate {
    let today = rule.date(of: place)
    return menus(by: rule).first?.menu.map { min($0.date, today) } ?? today
  }
}
