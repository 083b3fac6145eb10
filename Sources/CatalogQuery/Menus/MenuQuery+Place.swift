public import CampusCatalog

extension MenuQuery {
  /// Returns the menus of one place on the day of a rule, by meal.
  public static func menus(of place: Entry, in entries: [Entry], by rule: StatusRule) -> [Entry] {
    PlaceMenus(of: place, in: entries).menus(by: rule)
  }
}
