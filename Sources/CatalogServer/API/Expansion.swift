import CampusCatalog
import CatalogQuery

/// A member that places have on request, with the parameter `expand`. A single place always has its menus and its usual week.
enum Expansion: String, CaseIterable {
  case today, week, usual, menu
}

extension EntryListWriter {
  /// Adds a place with the days that were requested.
  mutating func add(_ listing: PlaceListing, menus: [Entry], _ expansions: Set<Expansion>, by rule: StatusRule) {
    let days = rule.days(expansions.contains(.week) ? 7 : expansions.contains(.today) ? 1 : 0, of: listing)
    add(
      listing, menus: menus, today: expansions.contains(.today) ? days.first : nil, week: expansions.contains(.week) ? days : [])
  }
}
