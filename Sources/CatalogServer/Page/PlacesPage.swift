import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// The list of places, with alerts, events and a quote. It shows which places are open, and until when.
struct PlacesPage {
  static let parameters = PlacesQuestion.parameters.union(["campus", "page"])
  private static let placesPerPage = 300

  let question: SiteQuestion
  let filters: PlacesForm
  private let found: PlacesQuestion
  private let campuses: Set<CampusID>
  private let page: Int

  static func answer(_ question: SiteQuestion) -> Answer {
    do {
      return Page.answer(try PlacesPage(question).document())
    } catch {
      let body: HTML = """
        <main id="main" class="list">
        <div class="headline">
        <h1 id="answer">\(error.title)</h1>
        <p class="problem" id="problem" role="alert">\(error.detail)</p>
        <p><a href="/">All places</a></p>
        </div>
        \(PlacesForm(question, without: error.parameter).html)
        <div class="results" id="results"></div>
        </main>
        """
      return Page.answer(PageLayout(title: error.title, question).document(body), status: error.status)
    }
  }

  private init(_ question: SiteQuestion) throws(Problem) {
    self.question = question
    var parameters = Parameters(question.target)
    campuses = try parameters.campuses(question)
    page = try parameters.number("page", in: 1...100_000, otherwise: 1)
    found = try PlacesQuestion(&parameters, campuses, question)
    filters = PlacesForm(question)
  }

  private func document() throws(Problem) -> HTML {
    let results = found.results((page - 1) * Self.placesPerPage..<page * Self.placesPerPage)
    let listings = results.items
    if page > 1, listings.isEmpty {
      let pages = max(1, (results.total + Self.placesPerPage - 1) / Self.placesPerPage)
      let count = pages == 1 ? "The list has one page." : "The list has \(pages) pages."
      throw Problem(status: 404, title: "No page \(page)", detail: count, parameter: "page")
    }
    let summary = found.summary
    let body: HTML = """
      <main id="main" class="list">
      <div class="headline">
      <h1 id="answer"><span>\(answer(summary, results.total))</span>\(chosenTime)</h1>
      \(note(listings, summary, results))
      </div>
      \(filters.html)
      <div class="results" id="results">
      \(AlertBanner.html(campuses, by: found.rule, question.snapshot))
      \(groups(listings, summary))
      \(more(results.total))
      \(data(listings, results.total).script(question.snapshot.catalog.campuses))
      </div>
      \(map)
      <aside aria-labelledby="events">
      \(EventList.html(in: question.snapshot.entries(of: .event), campuses, by: found.rule))
      </aside>
      </main>
      """
    let title = filters.isEmpty ? "What is open" : "\(results.total) \(results.total == 1 ? "place" : "places")"
    return PageLayout(title: title, at: found.isNow ? nil : found.rule, question)
      .document(body, end: QuoteFigure.html(question, campuses, at: chosenText))
  }

  private func data(_ listings: [PlaceListing], _ total: Int) -> PageData {
    PageData(
      listings: listings, rule: found.rule, isLive: found.isNow && !question.site.settings.isFixed, isFiltered: !filters.isEmpty,
      state: found.query.filter.state, total: total)
  }

  /// The answer in a few words: how many places are open.
  private func answer(_ summary: StateSummary, _ total: Int) -> HTML {
    let places = total == 1 ? "place" : "places"
    if total == 0 { return found.query.filter.state == .open ? "No places open" : "No matching places" }
    if let state = found.query.filter.state { return "\(total) \(places)\(state == .unknown ? "" : " \(state.rawValue)")" }
    return "<span data-count=\"open\">\(summary.open)</span> of \(summary.count) \(summary.count == 1 ? "place" : "places") open"
  }

  /// The text in the address that chooses the time; nil for now.
  private var chosenText: String? {
    found.isNow ? nil : question.target.query.first { ["open", "at"].contains($0.name) }?.value
  }

  /// The time that was chosen, if it is the same on the clocks of all campuses; nil for now.
  private var chosenTime: HTML? {
    if found.isNow { return nil }
    let asked = question.snapshot.catalog.campuses.filter { campuses.isEmpty || campuses.contains($0.id) }
    let times = asked.compactMap { campus in
      campus.timeZone.map { zone in
        let moment = found.rule.instants[campus.id] ?? found.rule.instant
        let date = zone.local(moment).date.text(from: zone.local(question.now).date)
        return found.rule.kind == .day ? date : "\(date) at \(moment.text(in: zone).suffix(5))"
      }
    }
    guard let time = times.first, times.allSatisfy({ $0 == time }) else { return nil }
    return " <span class=\"chosen\">on \(time)</span>"
  }

  /// Hints about an unexpected list: the first place to open, the dates of known hours, and places beyond the distance.
  private func note(_ listings: [PlaceListing], _ summary: StateSummary, _ results: QueryResults<PlaceListing>) -> HTML {
    var texts: [HTML] = []
    if summary.open == 0, let next = summary.nextToOpen, let opening = summary.nextOpening {
      let distance = next.distance.map { ", \(DistanceText.of($0)) away" }
      texts.append("First to open: <bdi>\(next.entry.name ?? "")</bdi>\(distance ?? ""). \(opening).")
    }
    if let dates = summary.otherDates {
      let (first, last) = (dates.first?.text, dates.last?.text)
      let range = [first.map { "from \($0)" }, last.map { "until \($0)" }].compactMap { $0 }.joined(separator: " ")
      texts.append("Most hours are only known \(range).")
    }
    if results.withoutPosition > 0 { texts.append("\(results.withoutPosition) more without a position.") }
    if results.beyond > 0 { texts.append("\(results.beyond) more are farther away.") }
    if results.total == 0, !filters.isEmpty { texts.append("<a href=\"\(link: PlacesForm.address(at: chosenText))\">Show all places</a>") }
    if ClockNote.text(listings.map { ($0.entry.campus, $0.zone) }, at: found.rule.instant) != nil {
      texts.append("Times are those of the clock on each campus.")
    }
    return texts.isEmpty ? "" : "<p class=\"note\">\(HTML.all(texts, separator: " "))</p>"
  }

  /// The places: one group for each category, or one list if they have another order than by state.
  private func groups(_ listings: [PlaceListing], _ summary: StateSummary) -> HTML {
    let hasCampuses = Set(listings.map(\.entry.campus)).count > 1
    if listings.isEmpty { return "" }
    guard found.query.order == .state else {
      let rows = PlaceRows(hasCampuses: hasCampuses, hasCategories: true, question, at: chosenText)
      return "<section aria-label=\"Places\">\(rows.html(listings))</section>"
    }
    let byCategory = Dictionary(grouping: listings) { $0.entry.place?.category ?? .other }
    return HTML.all(
      Category.allCases.compactMap { category -> HTML? in
        guard let places = byCategory[category] else { return nil }
        return """
          <section class="group" aria-labelledby="category-\(category.rawValue)">
          <h2 id="category-\(category.rawValue)">\(category.plural) <small>\(Self.count(summary.byCategory[category]))</small></h2>
          \(PlaceRows(hasCampuses: hasCampuses, hasCategories: false, question, at: chosenText).html(places))
          </section>
          """
      })
  }

  private static func count(_ count: StateSummary.Count?) -> HTML? {
    count.map { "<span data-count=\"open\">\($0.open)</span> of <span data-count=\"all\">\($0.all)</span> open" }
  }

  private func more(_ total: Int) -> HTML {
    if total <= page * Self.placesPerPage { return "" }
    return """
      <p class="more"><a rel="next" href="\(link: filters.address(setting: "page", to: "\(page + 1)"))">More places</a> \
      (\(total - page * Self.placesPerPage) more; filters make the list shorter)</p>
      """
  }

  /// The place of the map, which the script fills; nothing without the library.
  private var map: HTML {
    let settings = question.site.settings
    if settings.mapLibrary == nil { return "" }
    return """
      <section class="map" aria-labelledby="map-title" data-module="\(link: PageAssets.map.path)" data-tiles="\(settings.tiles ?? "")" data-attribution="\(settings.tilesAttribution ?? "")" hidden>
      <h2 id="map-title">Map</h2>
      <a class="skip" href="#end">Skip the map; all places on it are in the list</a>
      <div id="map"></div>
      <span id="end" tabindex="-1"></span>
      </section>
      """
  }
}
