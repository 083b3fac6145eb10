import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// The menus of a place in one week, from Monday on: a row for each day and a column for each meal, on one sheet of paper.
struct MenuPage {
  static let parameters = Parameters.style.union(["date"])

  /// Returns the address of the week of a date; nil for the first one.
  static func address(_ entry: Entry, date: LocalDate? = nil) -> String {
    PlacesForm.address("/places/\(entry.id.path)/menu", date.map { [("date", $0.description)] } ?? [])
  }

  private let question: SiteQuestion
  private let listing: PlaceListing
  private let menus: PlaceMenus
  private let rule: StatusRule
  private let monday: LocalDate
  private var entry: Entry { listing.entry }
  private var style: RegionalStyle { listing.style }
  private var name: String { entry.name ?? entry.id.description }

  /// - Parameter path: the campus, the feed and the record.
  static func answer(_ question: SiteQuestion, _ path: [String]) throws(Problem) -> Answer {
    Page.answer(try MenuPage(question, path).document, question)
  }

  private init(_ question: SiteQuestion, _ path: [String]) throws(Problem) {
    guard let entry = EntryID(path: path).flatMap({ question.snapshot.entry($0) }), entry.kind == .place else {
      throw .notFound(Words.text("not-in-catalog"))
    }
    self.question = question
    var parameters = Parameters(question.target)
    let date = try parameters.date("date")
    try parameters.checkStyle()
    rule = question.rule(at: question.moment)
    listing = rule.listing(entry)
    menus = PlaceMenus(of: entry, in: question.snapshot.entries(of: .menu))
    let today = menus.day(by: rule)
    // On a weekend, the next week may be known.
    let next = menus.days.first { $0 >= today }
    let day = date ?? next ?? today
    monday = day.adding(days: -day.weekday.rawValue) ?? day
  }

  private func week(_ days: Int) -> LocalDate { monday.adding(days: days) ?? monday }

  private var document: HTML {
    let dates = style.text(monday...week(6))
    let title = Words.text("menus-of", ["name": name])
    let body: HTML = """
      <main id="main" class="one">
      <nav aria-label="\(Words.text("path"))"><a href="\(link: PlacesPage.path(entry.campus))">\(Words.text("places-title"))</a> › \
      <a href="\(link: "/places/\(entry.id.path)")"><bdi>\(name)</bdi></a></nav>
      <article class="menus week-menus" data-type="\(type.rawValue)">
      <h1>\(Words.html("menus-of", ["name": "<bdi>\(name)</bdi>"])) <span class="chosen">\(dates)</span></h1>
      \(PriceChoice.html(for: shown))
      <div class="wide" role="region" aria-label="\(dates)" tabindex="0">\(table)</div>
      <p class="note">\(Words.text("stated-by-kitchen")) \(Words.text("allergens-where-not-named"))</p>
      \(others)
      </article>
      </main>
      """
    var layout = PageLayout(title: title, of: entry.campus, question)
    layout.head = PageHead(description: "\(title), \(dates)", path: Self.address(entry), assets: [PageAssets.menuStyle])
    return layout.document(body)
  }

  /// The menus of the week.
  private var shown: [Entry] { (0..<7).flatMap { menus.menus(on: week($0)) } }

  /// The title of a column: the meal, whatever its times.
  private struct Column: Hashable {
    let name: String?
    let kind: Meal.Kind

    init(_ meal: Meal) { (name, kind) = (meal.name, meal.kind) }
  }

  /// The meals of all days by kind, then by when they begin.
  private var columns: [Column] {
    var begins: [Column: Int] = [:]
    for meal in shown.compactMap(\.menu?.meal) {
      let column = Column(meal)
      begins[column] = min(begins[column] ?? .max, meal.from.map { Int($0.minutes) } ?? .max)
    }
    func order(_ column: Column) -> (Int, Int, String) {
      (Meal.Kind.allCases.firstIndex(of: column.kind) ?? 0, begins[column] ?? .max, column.name ?? "")
    }
    return begins.keys.sorted { order($0) < order($1) }
  }

  private func menus(_ column: Column, on day: LocalDate) -> [Menu] {
    menus.menus(on: day).compactMap(\.menu).filter { Column($0.meal) == column }
  }

  /// The meal of a column on all days, with its times; nil if they are not the same.
  private func meal(_ column: Column) -> Meal? {
    let meals = Set((0..<7).flatMap { menus(column, on: week($0)).map(\.meal) })
    return meals.count == 1 ? meals.first : nil
  }

  private var type: SheetType {
    SheetType(
      fitting: (0..<7).map { day in
        columns.map { column in menus(column, on: week(day)).flatMap { DishList($0, style, isBrief: true).texts } }
      })
  }

  private var table: HTML {
    let columns = columns
    let titles = columns.map { column -> HTML in
      let meal = meal(column) ?? Meal(name: column.name, kind: column.kind)
      return "<th scope=\"col\" dir=\"auto\">\(meal.title(style))</th>"
    }
    let rows = (0..<7).compactMap { row(week($0), columns) }
    return """
      <table class="week"><thead><tr><th scope="col">\(Words.text("day"))</th>\(HTML.all(titles))</tr></thead>
      <tbody>\(HTML.all(rows))</tbody></table>
      """
  }

  /// Returns a day; nil without menus for a day before today, or one of the weekend without hours.
  private func row(_ day: LocalDate, _ columns: [Column]) -> HTML? {
    let isEmpty = menus.menus(on: day).isEmpty
    let plan = listing.knownPlan(on: day)
    if isEmpty, (day < rule.date(of: entry) && !shown.isEmpty) || (day.weekday >= .saturday && plan.services.isEmpty) { return nil }
    let cells = columns.map { column -> HTML in
      let ofMeal = menus(column, on: day).map { menu -> HTML in
        let times: HTML? = meal(column) == nil ? "<p class=\"note\" dir=\"auto\">\(menu.meal.title(style))</p>" : nil
        return "\(times)\(DishList(menu, style, isBrief: true).html)"
      }
      return "<td>\(HTML.all(ofMeal))</td>"
    }
    let none = Words.text(plan == .closed ? "closed-that-day" : "no-menu-yet")
    let content: HTML = isEmpty ? "<td colspan=\"\(max(1, columns.count))\">\(none)</td>" : HTML.all(cells)
    return """
      <tr><th scope="row"><span class="day">\(style.weekday(day))</span> \
      <time datetime="\(day.description)">\(style.dayAndMonth(day))</time></th>\(content)</tr>
      """
  }

  /// Links to the weeks before and after, if they have menus.
  private var others: HTML? {
    let before = menus.days.last { $0 < monday }.map { ("earlier-menus", $0) }
    let after = menus.days.first { $0 > week(6) }.map { ("later-menus", $0) }
    let links = [before, after].compactMap(\.self).map { word, day -> HTML in
      "<a href=\"\(link: Self.address(entry, date: day))\">\(Words.text(word))</a>"
    }
    return links.isEmpty ? nil : "<nav aria-label=\"\(Words.text("menus"))\">\(HTML.all(links, separator: " · "))</nav>"
  }
}
