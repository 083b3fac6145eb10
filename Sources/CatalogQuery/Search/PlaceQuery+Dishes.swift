public import CampusCatalog

extension PlaceQuery {
  /// Returns the query with the places that serve a dish with all words of the search in its name, on the day of the rule. They come after
  /// those with the words in their names, and their listings name the dishes.
  ///
  /// - Parameters:
  ///   - diets: only dishes that suit all of these diets, and only places that serve one; empty for all.
  ///   - entries: those of which the search was understood.
  ///   - prepared: as in `understood`.
  public func withDishes(
    suitableFor diets: Set<Diet> = [], in entries: [Entry], by rule: StatusRule, prepared: PreparedPlaces? = nil
  ) -> PlaceQuery {
    var query = self
    if let meaning, let words = meaning.words {
      let corrected = meaning.corrected(words)
      for words in corrected == words ? [words] : [words, corrected] where query.dishes.isEmpty {
        let found = Self.dishes(words, diets, in: entries, by: rule)
        if !found.isEmpty { query = servingFound(found, words, in: entries, prepared) }
      }
    }
    if diets.isEmpty { return query }
    let suitable = Self.dishes(nil, diets, in: entries, by: rule)
    query.filter.ids =
      query.filter.ids.map { ids in
        Set(entries.lazy.filter { suitable[$0.id] != nil && (ids.contains($0.id) || $0.aliases.contains(where: ids.contains)) }.map(\.id))
      } ?? Set(suitable.keys)
    query.dishes.merge(suitable) { found, _ in found }
    return query
  }

  /// Returns the names of the dishes that places serve, each once, in the order of their menus.
  private static func dishes(
    _ words: SearchText?, _ diets: Set<Diet>, in entries: [Entry], by rule: StatusRule
  ) -> [EntryID: [String]] {
    var menus = MenuQuery()
    (menus.dishes.search, menus.dishes.diets) = (words, diets)
    menus.places.order = .distance
    var dishes: [EntryID: [String]] = [:]
    for listing in menus.results(in: entries, by: rule).places.items where listing.place != nil {
      var known: Set<String> = []
      dishes[listing.id] = listing.menus.flatMap { $0.menu?.dishes.map(\.name) ?? [] }.filter { known.insert($0).inserted }
    }
    return dishes
  }

  /// Returns the query with the places of some dishes.
  private func servingFound(
    _ dishes: [EntryID: [String]], _ words: SearchText, in entries: [Entry], _ prepared: PreparedPlaces?
  ) -> PlaceQuery {
    var query = self
    if let meaning, meaning.hasCorrections, words == meaning.words {
      // The words as they were entered are those of a dish.
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
