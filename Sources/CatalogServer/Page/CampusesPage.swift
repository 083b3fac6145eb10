import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// The choice of a campus. The script remembers it, finds campuses by name, and the nearest one.
enum CampusesPage {
  /// Returns the start of the site: the list of its only campus, the choice of a campus, or, for addresses with filters, the list that has them.
  static func start(_ question: SiteQuestion) throws(Problem) -> Answer {
    let campuses = question.snapshot.choices.campuses
    let only = campuses.count == 1 ? campuses.first?.id : nil
    if question.target.query.count == question.styleParameters.count {
      if let only { return Answer(redirect: PlacesForm.address(PlacesPage.path(only), question.styleParameters), status: 307) }
      return Page.answer(document(question, isStart: true), question)
    }
    // Earlier addresses of the list.
    var parameters = Parameters(question.target)
    let asked = try parameters.campuses(question)
    let query = question.target.query.map { (name: $0.name, value: $0.value) }
    if let campus = asked.count == 1 ? asked.first : nil {
      return Answer(redirect: PlacesForm.address(PlacesPage.path(campus), query.filter { $0.name != "campus" }), status: 308)
    }
    return Answer(redirect: PlacesForm.address(PlacesPage.path(asked.isEmpty ? only : nil), query), status: 308)
  }

  static func answer(_ question: SiteQuestion) -> Answer { Page.answer(document(question, isStart: false), question) }

  /// - Parameter isStart: whether the script opens the campus that was chosen before.
  private static func document(_ question: SiteQuestion, isStart: Bool) -> HTML {
    let campuses = question.snapshot.choices.campuses.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    let open = openPlaces(question)
    let rows = campuses.map { campus in
      row(campus.id.description, campus.name, open: open[campus.id] ?? 0, campus.location)
    }
    let all = row("all", Words.text("all-campuses"), open: open.values.reduce(0, +), nil)
    let body: HTML = """
      <main id="main" class="text choice">
      <h1>\(Words.text("which-campus"))</h1>
      <form class="find scripted" role="search" aria-label="\(Words.text("campuses"))">
      <label for="find" class="unseen">\(Words.text("find-campus"))</label>
      <input id="find" type="search" placeholder="\(Words.text("find-campus"))" autocomplete="off" maxlength="100">
      <button type="button" id="nearest">\(Words.text("use-position"))</button>
      </form>
      <p id="announcement" class="note" role="status"></p>
      <ul class="campuses" id="campuses">
      \(HTML.all(rows + [all], separator: "\n"))
      </ul>
      </main>
      """
    var layout = PageLayout(title: Words.text("which-campus"), isStart: isStart, question)
    layout.head = PageHead(description: Words.text("about"), path: "/campuses")
    return layout.document(body)
  }

  private static func row(_ id: String, _ name: String, open: Int, _ location: Coordinate?) -> HTML {
    let position: HTML? = location.map { " data-position=\"\("\($0.latitude),\($0.longitude)")\"" }
    return """
      <li><a href="/\(id)" data-campus="\(id)"\(position)><span class="name" dir="auto">\(name)</span> <small>\(Words.text("open-count", count: open))</small></a></li>
      """
  }

  /// The number of open places on each campus.
  private static func openPlaces(_ question: SiteQuestion) -> [CampusID: Int] {
    let (entries, statuses) = (
      question.snapshot.catalog.entries, question.snapshot.statuses(by: question.rule(at: question.moment))
    )
    var open: [CampusID: Int] = [:]
    for index in entries.indices where statuses[index].isOpen && entries[index].kind == .place {
      open[entries[index].campus, default: 0] += 1
    }
    return open
  }
}

extension SiteQuestion {
  /// Whether a campus is one of the site's, which may have no data yet.
  func knows(_ campus: CampusID) -> Bool {
    site.settings.campuses.contains(campus) || snapshot.catalog.campuses.contains { $0.id == campus }
  }
}
