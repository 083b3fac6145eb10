public import CampusCatalog
import OpeningHours

extension PlaceQuery {
  /// Returns the query with the places that serve a dish with all words of the search in its name, at one of the meals that answer the
  /// question (`StatusRule.meals`). They come after those with the words in their names, and their listings name the dishes. A word for a diet
  /// also finds dishes that suit it, and a misspelled word stands for a similar one of a dish if no place has it. A query for open places, whose
  /// `filter` says so already, finds no dishes of the next day.
  ///
  /// - Parameters:
  ///   - conditions: only dishes that meet all of these conditions, and, if there are any, only places that serve one.
  ///   - entries: those of which the search was understood.
  ///   - prepared: as in `understood`.
  public func withDishes(
    _ conditions: DishFilter = DishFilter(), in entries: [Entry], by rule: StatusRule, prepared: PreparedPlaces? = nil
  ) -> PlaceQuery {
    var query = self
    if let meaning, let words = meaning.words {
      var entered = meaning
      entered.removeCorrections()
      query.serve(entered, words, conditions, in: entries, by: rule, prepared)
      if query.dishes.isEmpty, meaning.hasCorrections {
        query.serve(meaning, search, conditions, in: entries, by: rule, prepared)
      }
      if query.dishes.isEmpty, case let words = self.words(ofDishesIn: entries, by: rule), !words.isEmpty {
        var corrected = meaning
        corrected.correct(prepared?.searchable ?? SearchablePlaces(entries)) { words }
        if corrected.terms != meaning.terms {
          query.serve(corrected, search.map(corrected.corrected), conditions, in: entries, by: rule, prepared)
        }
      }
    }
    if conditions == DishFilter() { return query }
    let suitable = servedDishes(nil, conditions, in: entries, by: rule)
    query.filter.ids =
      query.filter.ids.map { ids in
        Set(entries.lazy.filter { suitable[$0.id] != nil && (ids.contains($0.id) || $0.aliases.contains(where: ids.contains)) }.map(\.id))
      } ?? Set(suitable.keys)
    query.dishes.merge(suitable) { found, _ in found }
    return query
  }

  /// Returns the dishes that places serve on the first day with such dishes, each name once, in the order of their menus.
  private func servedDishes(
    _ words: DishWords?, _ conditions: DishFilter, in entries: [Entry], by rule: StatusRule
  ) -> [EntryID: FoundDishes] {
    var menus = MenuQuery()
    menus.dishes = conditions
    menus.dishes.words = words
    menus.places.order = .distance
    var dishes: [EntryID: FoundDishes] = [:]
    for listing in menus.results(in: entries, by: rule).places.items where listing.place != nil {
      guard let first = listing.menus.first, let date = first.menu?.date, !isForLater(first, by: rule) else { continue }
      var known: Set<String> = []
      let ofDay = listing.menus.compactMap(\.menu).filter { $0.date == date }.flatMap(\.dishes).filter { known.insert($0.name).inserted }
      dishes[listing.id] = FoundDishes(dishes: ofDay, date: date == rule.date(of: first) ? nil : date)
    }
    return dishes
  }

  private func words(ofDishesIn entries: [Entry], by rule: StatusRule) -> Set<String> {
    Set(servedDishes(nil, DishFilter(), in: entries, by: rule).values.flatMap(\.dishes).flatMap { SearchText($0.name).tokens })
  }

  /// Whether the query is for open places, and a menu is of the next day.
  package func isForLater(_ entry: Entry, by rule: StatusRule) -> Bool {
    guard filter.state == .open || filter.staysOpen != nil || meaning?.isOpen == true, let date = entry.menu?.date else { return false }
    return date > rule.date(of: entry)
  }

  /// Adds the places that serve dishes with the words of a meaning, which becomes that of the query; nothing if there are none.
  private mutating func serve(
    _ meaning: SearchMeaning, _ search: SearchText?, _ conditions: DishFilter, in entries: [Entry], by rule: StatusRule,
    _ prepared: PreparedPlaces?
  ) {
    let found = servedDishes(DishWords(meaning), conditions, in: entries, by: rule)
    if found.isEmpty { return }
    if self.meaning?.terms != meaning.terms { (self.meaning, self.search) = (meaning, search) }
    // Not if one has only the word in its name, such as "not vegan".
    let terms = meaning.terms.filter { !$0.diets.isEmpty }
    self.meaning?.findsDiets =
      !terms.isEmpty && found.values.flatMap(\.dishes).allSatisfy { dish in terms.allSatisfy { $0.diets.contains(where: dish.isSuitable) } }
    var ranks = ranks ?? rankedEntries(in: entries, prepared) ?? []
    for index in ranks.indices where entries[index].kind == .place && found[entries[index].id] != nil {
      ranks[index] = min(ranks[index] ?? .dish, .dish)
    }
    (self.ranks, dishes, hasDishesWithWords) = (ranks, found, true)
  }
}

/// The dishes of a place that a query found.
struct FoundDishes: Sendable, Hashable {
  var dishes: [Dish] = []
  /// The service day of the dishes; nil for the day in question.
  var date: LocalDate?
}
