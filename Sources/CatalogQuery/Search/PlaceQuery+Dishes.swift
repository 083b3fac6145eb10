public import CampusCatalog

extension PlaceQuery {
  /// Returns the query with the places that serve a dish with all words of the search in its name, on the day of the rule. They come after
  /// those with the words in their names, and their listings name the dishes.
  ///
  /// - Parameters:
  ///   - entries: those of which the search was understood.
  ///   - prepared: as in `understood`.
  public func withDishes(in entries: [Entry], by rule: StatusRule, prepared: PreparedPlaces? = nil) -> PlaceQuery {
    guard let meaning, let words = meaning.words else { return self }
    var menus = MenuQuery()
    menus.dishes.search = words
    menus.places.order = .distance
    var dishes: [EntryID: [String]] = [:]
    for listing in menus.results(in: entries, by: rule).places.items where listing.place != nil {
      var names: [String] = []
      for name in listing.menus.flatMap({ $0.menu?.dishes.map(\.name) ?? [] }) where !names.contains(name) { names.append(name) }
      dishes[listing.id] = names
    }
    if dishes.isEmpty { return self }
    var query = self
    if meaning.hasCorrections {
      // The words are those of a dish.
      query.meaning?.removeCorrections()
      query.search = words
    }
    var ranks = query.ranks ?? query.rankedEntries(in: entries, prepared) ?? []
    for index in ranks.indices where entries[index].kind == .place && dishes[entries[index].id] != nil {
      ranks[index] = min(ranks[index] ?? .dish, .dish)
    }
    query.ranks = ranks
    query.dishes = dishes
    return query
  }
}
