import CampusCatalog
import CatalogQuery
import CatalogSession
import OpeningHours

/// /api/v1/menus: the dishes of a moment or a day by place (`campus-menus/1`), filtered and in pages.
enum MenusEndpoint {
  static func answer(_ question: SiteQuestion) throws(Problem) -> Answer {
    var parameters = Parameters(question.target)
    let campuses = try parameters.campuses(question)
    let page = try ListPage(&parameters, question)
    try parameters.checkStyle(["clock", "lang"])
    var query = MenuQuery()
    try query.places.readPosition(&parameters)
    query.places.filter.campuses = campuses
    query.places.filter.ids = try places(&parameters, in: question.snapshot.entries(of: .menu))
    query.meals = try parameters.choices("meal", of: Meal.Kind.self)
    query.dishes = try parameters.dishes()
    query.dishes.search = try search(&parameters)
    let day = try parameters.value("date")
    if let day, LocalMoment(day)?.isDay != true {
      throw .parameter("date", "date must be a day such as 2026-11-30, tomorrow or friday.")
    }
    let moment = try day.map { (text) throws(Problem) in try question.moments("date", text, campuses) }
    try parameters.finish()
    let rule = question.rule(at: moment ?? question.moment)
    (query.places.offset, query.places.limit) = (page.start, page.end)
    let results = query.results(in: question.snapshot.catalog.entries, by: rule)
    let isNone = results.places.total == 0 && query.dishes.search != nil
    let otherTimes = isNone ? query.otherTimes(in: question.snapshot.catalog.entries, by: rule) : nil
    let text = MenuListWriter.document(results, at: rule.instant, in: question.snapshot.zone(of: campuses)) {
      $0.member("otherTimes", otherTimes)
      $0.member("next", page.next(total: results.places.total))
    }
    return page.answer(Representation(text.utf8, "application/json"), .until(question.nextMinute))
  }

  /// Returns the places whose menus are asked for, by id, alias, or the id of a record that a feed of menus has; nil for all.
  private static func places(_ parameters: inout Parameters, in menus: [Entry]) throws(Problem) -> Set<EntryID>? {
    var ids: Set<EntryID> = []
    for text in parameters.list("place") {
      guard let id = EntryID(text) else { throw .parameter("place", "place must be the id of a place, such as penn/dining/593.") }
      let places = menus.placesOfMenus(of: id)
      ids.formUnion(places.isEmpty ? [id] : places)
    }
    return ids.isEmpty ? nil : ids
  }

  private static func search(_ parameters: inout Parameters) throws(Problem) -> SearchText? {
    guard let text = try parameters.value("q") else { return nil }
    guard text.utf8.count <= SearchText.longest else { throw .parameter("q", "q must have at most \(SearchText.longest) bytes.") }
    let search = SearchText(text)
    if search.isEmpty { throw .parameter("q", "q must have a letter or digit.") }
    return search
  }
}
