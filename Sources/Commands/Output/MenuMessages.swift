import Basics
import CampusCatalog
import CatalogQuery
import CatalogSession
import OpeningHours

/// The messages about menus: the dishes and places that are left out, and the reason why there are none.
struct MenuMessages {
  let session: CatalogSession
  let query: MenuQuery
  /// The maximum distance, with its unit.
  let within: String
  let hasFavorites: Bool
  private var style: RegionalStyle { session.rule.style(of: []) }

  func notes(_ results: MenuResults) -> [String] {
    let leftOut = Self.leftOut(results.leftOut, query.dishes)
    if results.places.total == 0 {
      let times = query.dishes.search == nil ? nil : query.otherTimes(in: session.catalog.entries, by: session.rule)
      return [nothing(results)] + leftOut + [times].compactMap(\.self)
    }
    let more = QueryReport.moreNotes(results.places, query.places.near == nil ? "" : " within \(within)")
    return more + Self.farther(results.places, within) + leftOut
  }

  /// Returns how many dishes were left out, and why.
  private static func leftOut(_ count: DishFilter.LeftOut, _ filter: DishFilter) -> [String] {
    func list<Value: RawRepresentable<String> & CaseIterable & Hashable>(_ values: Set<Value>, _ last: String) -> String {
      PlaceMessages.list(Value.allCases.filter(values.contains).map(\.rawValue), last)
    }
    let role = filter.maximum?.role.map { " for \($0.rawValue)s" } ?? ""
    let reasons = [
      (count.diet, "not stated to be \(list(filter.diets, "and"))"), (count.allergen, "with \(list(filter.without, "or"))"),
      (count.allergensNotStated, "without stated allergens"), (count.price, "for more than \(filter.maximum?.amount ?? "")"),
      (count.priceNotStated, "without a price of a portion\(role)"),
    ]
    if count.total == 0 { return [] }
    let text = reasons.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return ["\(count.total.counted("dish", "dishes")) left out: \(text)"]
  }

  private static func farther(_ places: QueryResults<MenuListing>, _ within: String) -> [String] {
    func text(_ count: Int, _ rest: String) -> [String] {
      count == 0 ? [] : ["\(count.counted("place")) with menus \(count == 1 ? "is" : "are") \(rest)"]
    }
    let beyond = places.items.count < places.total ? 0 : places.beyond
    return text(beyond, "farther away than \(within)") + text(places.withoutPosition, "left out: no coordinates")
  }

  /// Returns the reason why no dish is listed, and advice.
  private func nothing(_ results: MenuResults) -> String {
    if hasFavorites, query.places.filter.ids?.isEmpty == true { return "no menus of favorites" }
    if results.menuCount > 0 {
      let dishes = "no matching dishes among those of \(results.menuCount.counted("menu"))"
      guard let search = query.dishes.search else { return dishes }
      return "\(dishes) for \"\(search.joined)\"" + (similarWords(search).map { "; did you mean \"\($0)\"?" } ?? "")
    }
    if results.places.beyond > 0 {
      return "no menus within \(within); \(Self.farther(results.places, within).joined(separator: "; ")); try a larger --within"
    }
    let days = query.days(in: session.catalog.entries, by: session.rule)
    if session.rule.kind != .day, days.contains(today) { return over(next: days.first { $0 > today }) }
    var query = query
    query.meals = []
    let others = Set(
      query.results(in: session.catalog.entries, by: session.rule).places.items.flatMap(\.menus).compactMap { $0.menu?.meal.kind })
    if !self.query.meals.isEmpty, !others.isEmpty {
      return "no menus for \(Self.list(self.query.meals, "or")) on this day, only for \(Self.list(others, "and"))"
    }
    return noDay(days)
  }

  /// Returns the names of meals: "lunch, dinner and other meals".
  private static func list(_ meals: Set<Meal.Kind>, _ last: String) -> String {
    let names = Meal.Kind.allCases.filter(meals.contains).map { kind in
      switch kind {
      case .breakfast, .brunch, .lunch, .dinner: kind.rawValue
      case .late, .allDay, .other: "\(kind.rawValue) meals"
      }
    }
    return PlaceMessages.list(names, last)
  }

  /// Returns that the meals asked for are over, or that there are none in the evening, and how to list them or those of another day.
  private func over(next: LocalDate?) -> String {
    let advice = next.map { "the next menus are for \(style.date($0)); try --at \($0)" } ?? "try --at \(today) to list them"
    let what = query.meals.isEmpty ? "" : " for \(Self.list(query.meals, "or"))"
    let date = style.date(today)
    return session.rule.kind == .night
      ? "no menus\(what) in the evening of \(date); \(advice)" : "no more menus\(what) on \(date); \(advice)"
  }

  /// Returns the words of a search with those that no dish has replaced by similar ones of dishes; nil if there are none.
  private func similarWords(_ search: SearchText) -> String? {
    var query = query
    query.dishes = DishFilter()
    let menus = query.results(in: session.catalog.entries, by: session.rule).places.items.flatMap(\.menus)
    let known = Set(menus.flatMap { $0.menu?.dishes.flatMap { SearchText($0.name).tokens } ?? [] })
    let words = search.tokens.map { word in
      known.contains { $0.hasPrefix(word) } ? word : SpellingSuggestion.of(word, among: Array(known)) ?? word
    }
    return words == search.tokens ? nil : words.joined(separator: " ")
  }

  /// Returns which of the few places that the question names are closed on its day: "Mensa Süd is closed".
  private var closed: String? {
    guard let ids = query.places.filter.ids, ids.count <= 3 else { return nil }
    let places = session.catalog.entries.filter { ids.contains($0.id) && $0.hours?.plan(on: session.rule.date(of: $0)) == .services([]) }
    if places.isEmpty { return nil }
    return "\(PlaceMessages.list(places.map(PlaceMessages.name), "and")) \(places.count == 1 ? "is" : "are") closed"
  }

  private var today: LocalDate { session.zone?.local(session.moment).date ?? session.rule.date }

  private func noDay(_ days: [LocalDate]) -> String {
    guard let first = days.first, let last = days.last else {
      let hasMenus = session.catalog.entries.contains { $0.kind == .menu }
      let state = closed.map { ", and \($0) on \(style.date(today))" } ?? ""
      return hasMenus ? "no menus of these places are known\(state)" : "no menus are known, because the selected feeds have none"
    }
    let next = days.first { $0 > today } ?? last
    let known = days.count == 1 ? style.date(first) : "\(days.count) days, \(style.text(first...last))"
    let reason = closed.map { ", when \($0)" } ?? ""
    return "no menus are known for \(style.date(today))\(reason), only for \(known); try --at \(next)"
  }
}
