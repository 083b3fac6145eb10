package import CampusCatalog
package import OpeningHours

/// The menus of one place, by service day.
package struct PlaceMenus: Sendable {
  private let byDay: [LocalDate: [Entry]]

  /// - Parameter entries: the menus of the catalog, perhaps among others.
  package init(of place: Entry, in entries: [Entry]) {
    var byDay: [LocalDate: [Entry]] = [:]
    for index in entries.indices where entries[index].kind == .menu {
      guard let menu = entries[index].menu, menu.place == place.id || place.aliases.contains(menu.place) else { continue }
      byDay[menu.date, default: []].append(entries[index])
    }
    self.byDay = byDay.mapValues { $0.sorted(by: MenuQuery.isBefore) }
  }

  /// The days that have menus, sorted.
  package var days: [LocalDate] { byDay.keys.sorted() }

  /// Returns the menus of a day, by meal; empty if there are none.
  package func menus(on day: LocalDate) -> [Entry] { byDay[day] ?? [] }
}
