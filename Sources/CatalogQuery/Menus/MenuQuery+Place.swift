public import CampusCatalog

extension MenuQuery {
  /// Returns the menus of one place on the day of a rule, by meal.
  public static func menus(of place: Entry, in entries: [Entry], by rule: StatusRule) -> [Entry] {
    var query = MenuQuery()
    query.places.filter.ids = [place.id]
    query.places.order = .distance
    return query.results(in: entries, by: rule).places.items.flatMap(\.menus)
  }
}
