public import CampusCatalog

extension MenuQuery {
  /// Returns the menus of one place that answer the question of a rule, by day and meal.
  public static func menus(of place: Entry, in entries: [Entry], by rule: StatusRule) -> [Entry] {
    PlaceMenus(of: place, in: entries).menus(by: rule)
  }
}
