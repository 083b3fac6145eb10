import CampusCatalog
import CatalogQuery
import CatalogSession
import OpeningHours

/// /api/v1/menus: the dishes of a day by place (`campus-menus/1`), filtered and in pages.
enum MenusEndpoint {
  static func answer(_ question: SiteQuestion) throws(Problem) -> Answer {
    var parameters = Parameters(question.target)
    let campuses = try parameters.campuses(question)
    let page = try ListPage(&parameters, question)
    try parameters.checkStyle(["clock", "lang"])
    var query = MenuQuery()
    try query.places.readPosition(&parameters)
    query.places.filter.campuses = campuses
    query.places.filter.ids = try places(&parameters)
    query.meals = try parameters.choices("meal", of: Meal.Kind.self)
    query.dishes = try dishes(&parameters)
    let day = try parameters.value("date")
    if let day, LocalMoment(day)?.isDay != true {
      throw .parameter("date", "date must be a day such as 2026-11-30, tomorrow or friday.")
    }
    let moment = try day.map { (text) throws(Problem) in try question.moments("date", text, campuses) }
    try parameters.finish()
    let rule = question.rule(at: moment ?? question.moment)
    (query.places.offset, query.places.limit) = (page.start, page.end)
    let results = query.results(in: question.snapshot.catalog.entries, by: rule)
    let text = MenuListWriter.document(results, at: rule.instant, in: question.snapshot.zone(of: campuses)) {
      $0.member("next", page.next(total: results.places.total))
    }
    return page.answer(Representation(text.utf8, "application/json"), .until(question.nextMinute))
  }

  private static func places(_ parameters: inout Parameters) throws(Problem) -> Set<EntryID>? {
    var ids: Set<EntryID> = []
    for text in parameters.list("place") {
      guard let id = EntryID(text) else { throw .parameter("place", "place must be the id of a place, such as penn/dining/593.") }
      ids.insert(id)
    }
    return ids.isEmpty ? nil : ids
  }

  private static func dishes(_ parameters: inout Parameters) throws(Problem) -> DishFilter {
    var filter = DishFilter()
    filter.diets = try parameters.choices("diet", of: Diet.self)
    filter.without = try parameters.choices("without", of: Allergen.Code.self)
    if let text = try parameters.value("q") {
      guard text.utf8.count <= SearchText.longest else { throw .parameter("q", "q must have at most \(SearchText.longest) bytes.") }
      let search = SearchText(text)
      if search.isEmpty { throw .parameter("q", "q must have a letter or digit.") }
      filter.search = search
    }
    let role = try parameters.choice("role", of: Price.Role.self)
    guard let price = try parameters.value("price") else {
      if role != nil { throw .parameter("role", "role needs a maximum price; give one with price.") }
      return filter
    }
    guard let maximum = DishFilter.Maximum(price, role: role) else { throw .parameter("price", "price must be a number such as 4.50.") }
    filter.maximum = maximum
    return filter
  }
}
