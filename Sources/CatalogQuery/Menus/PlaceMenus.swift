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

  /// Returns the menus of the day of a rule and, after midnight, those of the day before that are still served, by meal.
  package func menus(by rule: StatusRule) -> [Entry] {
    (servedNight(by: rule) + menus(on: rule.date(of: place))).sorted(by: MenuQuery.isBefore)
  }

  /// Returns the day of a rule or, after midnight, the day before while one of its menus is still served.
  package func day(by rule: StatusRule) -> LocalDate { servedNight(by: rule).first?.menu?.date ?? rule.date(of: place) }

  private func servedNight(by rule: StatusRule) -> [Entry] {
    rule.date(of: place).adding(days: -1).map { menus(on: $0).filter { !rule.hasEnded($0, hours: place.hours) } } ?? []
  }
}
