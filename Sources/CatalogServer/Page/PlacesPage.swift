import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// The list of places, with alerts, events and a quote. It shows which places are open, and until when.
struct PlacesPage {
  static let parameters = PlacesQuestion.parameters.union(Parameters.style).union(["campus", "page", "date", "time", "embed", "kiosk"])
  private static let placesPerPage = 300

  let question: SiteQuestion
  let filters: PlacesForm
  private var found: PlacesQuestion
  private let campuses: Set<CampusID>
  private let page: Int

  /// Returns the campus of a page, which is the first part of its address; nil for the page of all campuses.
  static func campus(_ question: SiteQuestion) -> CampusID? { question.target.path.first.flatMap { CampusID($0) } }

  /// Returns the address of the list of a page without filters.
  static func path(_ question: SiteQuestion) -> String { path(campus(question)) }

  /// - Parameter campus: nil for all campuses.
  static func path(_ campus: CampusID?) -> String { campus.map { "/\($0)" } ?? "/all" }

  /// Returns the list of places of a campus, or of all campuses.
  static func answer(_ question: SiteQuestion) throws(Problem) -> Answer {
    guard question.target.path == ["all"] || campus(question).map(question.knows) == true else {
      throw .notFound(Words.text("unknown-page"))
    }
    if let address = addressWithTime(question) { return Answer(redirect: address, status: 303) }
    do {
      var parameters = Parameters(question.target)
      if try parameters.flag("kiosk") {
        let asked = try parameters.campuses(question)
        return KioskPage.answer(question, campus(question).map { [$0] } ?? asked)
      }
      return Page.answer(try PlacesPage(question).document(), question)
    } catch {
      let rule = chosenRule(question, without: error.parameter)
      let conflict = conflict(of: error, question, rule)
      let title = conflict == nil ? error.pageTitle : Words.text("do-not-fit")
      let body: HTML = """
        <main id="main" class="list">
        <div class="headline">
        <h1 id="answer">\(title)</h1>
        <p class="problem" id="problem" role="alert">\(conflict ?? error.pageDetail)</p>
        <p><a href="\(link: path(question))">\(Words.text("all-places"))</a></p>
        </div>
        \(PlacesForm(question, by: rule, without: error.parameter).html)
        <div class="results" id="results"></div>
        </main>
        """
      return Page.answer(PageLayout(title: title, of: campus(question), question).document(body), question, status: error.status)
    }
  }

  /// Returns the rule of the time that an address chooses; nil for now, and if it cannot be read.
  private static func chosenRule(_ question: SiteQuestion, without wrong: String?) -> StatusRule? {
    let chosen = question.target.query.first { ["open", "at"].contains($0.name) && $0.name != wrong }
    let campuses = Set(campus(question).map { [$0] } ?? [])
    let moment = chosen.flatMap { try? question.moments($0.name, $0.value, campuses) }
    return moment.flatMap { $0.kind == .now ? nil : question.rule(at: $0) }
  }

  /// Returns the explanation of fields that do not fit together, in the words of the form; nil for other problems.
  private static func conflict(of problem: Problem, _ question: SiteQuestion, _ rule: StatusRule?) -> String? {
    guard let name = problem.parameter, ["until", "for"].contains(name) else { return nil }
    if Set(question.target.query.map(\.name)).isSuperset(of: ["until", "for"]) { return Words.text("until-or-for") }
    return rule?.kind.isPeriod == true ? Words.text("stay-needs-time") : nil
  }

  /// Returns the address of a list whose date and time are in fields of their own, as a form without a script sends them; nil for others.
  private static func addressWithTime(_ question: SiteQuestion) -> String? {
    let query = question.target.query
    let parts = ["date", "time"].compactMap { name in query.first { $0.name == name }?.value }
    guard !parts.isEmpty else { return nil }
    let rest = query.filter { !["date", "time", "open", "at"].contains($0.name) }.map { ($0.name, $0.value) }
    let name = query.contains { $0.name == "open" } ? "open" : "at"
    return PlacesForm.address(path(question), rest + [(name, parts.joined(separator: " "))])
  }

  private init(_ question: SiteQuestion) throws(Problem) {
    self.question = question
    var parameters = Parameters(question.target)
    _ = try parameters.flag("embed")
    let asked = try parameters.campuses(question)
    campuses = Self.campus(question).map { [$0] } ?? asked
    page = try parameters.number("page", in: 1...100_000, otherwise: 1)
    try parameters.checkStyle()
    found = try PlacesQuestion(&parameters, campuses, question)
    found.putOpenFirst()
    filters = PlacesForm(question, by: found.isNow ? nil : found.rule, found.query.filter.staysOpen, served: found.served(Chip.diets))
  }

  private func document() throws(Problem) -> HTML {
    let results = found.results((page - 1) * Self.placesPerPage..<page * Self.placesPerPage)
    let listings = results.items
    if page > 1, listings.isEmpty {
      let pages = max(1, (results.total + Self.placesPerPage - 1) / Self.placesPerPage)
      throw Problem(status: 404, title: Problem.missing, detail: Words.text("list-pages", count: pages), parameter: "page")
    }
    let summary = found.summary
    let answer = [answer(summary, results), chosenTime].compactMap(\.self).joined(separator: " ")
    // Without positions, there is no choice of the map (map.css).
    let hasPositions = listings.contains { $0.entry.place?.location.coordinate != nil }
    let body: HTML = """
      <main id="main" class="list">
      <div class="headline">
      <h1 id="answer"><span>\(answerWithCount(summary, results))</span>\(chosenTime.map { time -> HTML in " <span class=\"chosen\">\(time)</span>" })</h1>
      \(note(listings, summary, results))
      \(found.isNow ? ThisWeek.link(question, campuses, by: found.rule) : nil)
      \(PlaceActions.shared)
      </div>
      \(filters.html)
      <div class="results" id="results"\(hasPositions ? " data-placed" : nil)>
      \(AlertBanner.html(campuses, areMajor: true, by: found.rule, question.snapshot))
      \(list(listings, summary))
      \(more(results.total))
      \(AlertBanner.html(campuses, areMajor: false, by: found.rule, question.snapshot))
      \(data(listings, results.total).script(question.snapshot.catalog.campuses))
      </div>
      \(map)
      <aside aria-labelledby="events">
      \(EventList.html(in: question.snapshot.entries(of: .event), campuses, by: found.rule))
      </aside>
      </main>
      """
    let title = filters.isEmpty ? Words.text("what-is-open") : Words.text("places", count: results.total)
    var layout = PageLayout(title: title, of: Self.campus(question), at: found.isNow ? nil : found.rule, question)
    layout.head.assets = question.site.settings.mapLibrary == nil ? [] : [PageAssets.mapStyle, PageAssets.views]
    let campus = question.snapshot.catalog.campuses.first { $0.id == Self.campus(question) }
    let place = campus?.name ?? Words.text("all-campuses")
    layout.head.answer = "\(answer) · \(place)"
    layout.head.description = "\(answer). \(Words.text("list-description"))"
    layout.hasShare = true
    layout.head.path = Self.path(question) + (page > 1 ? "?page=\(page)" : "")
    if !filters.isEmpty { layout.head.sharedPath = filters.sharedAddress }
    return layout.document(body, end: QuoteFigure.html(question, campuses, at: chosenText))
  }

  private func data(_ listings: [PlaceListing], _ total: Int) -> PageData {
    PageData(
      listings: listings, rule: found.rule, isLive: found.isNow && !question.site.settings.isFixed, isFiltered: !filters.isEmpty,
      state: state, total: total)
  }

  /// The state of all places in the list; nil if it has all states.
  private var state: PlaceState? { found.query.filter.staysOpen == nil ? found.query.filter.state : .open }

  /// The answer in a few words: how many places are open.
  private func answer(_ summary: StateSummary, _ results: QueryResults<PlaceListing>) -> String {
    let total = results.total
    if found.query.filter.staysOpen != nil {
      return total == 0 ? Words.text("nothing-stays") : Words.text("staying-open", count: total)
    }
    if total == 0, results.beyond > 0, let within = distanceText {
      return Words.text(state == .open ? "nothing-open-within" : "nothing-within", ["distance": within])
    }
    if total == 0 { return Words.text(state == .open ? "nothing-open" : "no-matches") }
    return switch state {
    case .open: Words.text("open-places", count: total)
    case .closed: Words.text("closed-places", count: total)
    case .unknown: Words.text("places", count: total)
    case nil where summary.open == 0 && summary.closed > 0: Words.text("nothing-open")
    case nil: Words.text("open-of", count: summary.count, ["open": "\(summary.open)"])
    }
  }

  /// The answer, with the number that the script keeps up to date in an element of its own.
  private func answerWithCount(_ summary: StateSummary, _ results: QueryResults<PlaceListing>) -> HTML {
    guard results.total > 0, state == nil, summary.open > 0 || summary.closed == 0 else { return "\(answer(summary, results))" }
    return Words.html("open-of", count: summary.count, ["open": "<span data-count=\"open\">\(summary.open)</span>"])
  }

  /// The text in the address that chooses the time; nil for now.
  private var chosenText: String? {
    found.isNow ? nil : question.target.query.first { ["open", "at"].contains($0.name) }?.value ?? found.query.meaning?.time
  }

  /// How far away places may be: "5 km", not "5.0 km"; nil if they may be anywhere.
  private var distanceText: String? {
    found.query.near?.within.map { found.rule.style(of: campuses).distance($0).replacing(".0 ", with: " ") }
  }

  /// The time that was chosen and how long places stay open; nil for now.
  private var chosenTime: String? {
    let stay = found.query.filter.staysOpen?.text(found.rule.style(of: campuses), in: question.snapshot.zone(of: campuses))
    let time = chosenMoment.map { Words.text(stay == nil ? "on-time" : "from-time", ["time": $0]) }
    let texts = [time, stay].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }

  /// The time that was chosen, if it is the same on the clocks of all campuses; nil for now.
  private var chosenMoment: String? {
    if found.isNow { return nil }
    let asked = question.snapshot.catalog.campuses.filter { campuses.isEmpty || campuses.contains($0.id) }
    let times = asked.compactMap { campus in
      campus.timeZone.map { zone in
        let moment = found.rule.instants[campus.id] ?? found.rule.instant
        let (date, second) = zone.local(moment)
        let style = found.rule.style(of: campus.id)
        let day = style.date(date, from: zone.local(question.now).date)
        return switch found.rule.kind {
        case .day: day
        case .night: style.joined(day, style.times(second / 60, 26 * 60))
        case .now, .chosen:
          // "Midnight" might be the end of the day.
          Words.text("day-at-time", ["day": day, "time": second < 60 ? style.digits(0) : style.time(second / 60)])
        }
      }
    }
    return times.allSatisfy { $0 == times.first } ? times.first : nil
  }

  /// Hints about an unexpected list: the first place to open, the dates of known hours, and places beyond the distance.
  private func note(_ listings: [PlaceListing], _ summary: StateSummary, _ results: QueryResults<PlaceListing>) -> HTML {
    var texts: [HTML] =
      found.query.meaning?.explanation(in: Words.language).map { [Words.html("understood-as", ["meaning": "<bdi>\($0)</bdi>"])] } ?? []
    if let times = found.otherTimes(ifNoneOf: results.total) { texts.append("<bdi>\(times)</bdi>") }
    if summary.open == 0, let next = summary.nextToOpen, let opening = summary.nextOpening {
      let distance = next.distance.map { Words.text("away", ["distance": next.style.distance($0)]) } ?? ""
      let sentence = opening.prefix(1).lowercased() + opening.dropFirst()
      let text = Words.html(
        "next", ["name": "<bdi>\(next.entry.name ?? "")</bdi>\(distance)", "opens": "<span class=\"opens\">\(sentence)</span>"])
      texts.append("<span id=\"next-opening\" data-id=\"\(next.entry.id.description)\">\(text)</span>")
    }
    if let dates = summary.otherDates {
      let style = found.rule.style(of: campuses)
      let first = dates.first.map { Words.text("from-date", ["date": style.text($0...$0)]) }
      let last = dates.last.map { Words.text("until-date", ["date": style.text($0...$0)]) }
      texts.append("\(Words.text("other-dates", ["dates": [first, last].compactMap { $0 }.joined(separator: " ")]))")
    }
    if results.withoutPosition > 0 { texts.append("\(Words.text("without-position", count: results.withoutPosition))") }
    if results.beyond > 0, results.total == 0, let nearest = found.nearest, let meters = nearest.distance {
      let address = PlacesForm.address("/places/\(nearest.entry.id.path)", at: chosenText)
      let name: HTML = "<a href=\"\(link: address)\"><bdi>\(nearest.entry.name ?? nearest.entry.id.description)</bdi></a>"
      texts.append(Words.html("nearest-is", ["name": name, "distance": "\(nearest.style.distance(meters))"]))
    } else if results.beyond > 0, let within = distanceText {
      texts.append("\(Words.text("farther-away", count: results.beyond, ["distance": within]))")
    }
    if results.total == 0, !filters.isEmpty {
      let address = PlacesForm.address(Self.path(question), at: chosenText)
      texts.append("<a href=\"\(link: address)\">\(Words.text("show-all"))</a>")
    }
    let hasClocks = PageLayout.hasClocks(question.snapshot.catalog.campuses)
    if hasClocks, ClockNote.text(listings.map { ($0.entry.campus, $0.zone) }, at: found.rule.instant) != nil {
      texts.append("\(Words.text("campus-clocks"))")
    }
    return texts.isEmpty ? "" : "<p class=\"note\">\(HTML.all(texts, separator: " "))</p>"
  }

  // MARK: - The list

  /// The places: open ones, those that open next, and the rest behind its number; or one list if they have another order.
  private func list(_ listings: [PlaceListing], _ summary: StateSummary) -> HTML {
    if listings.isEmpty { return "" }
    let rows = PlaceRows(
      hasCampuses: Set(listings.map(\.entry.campus)).count > 1, question, by: found.rule, at: chosenText, role: found.role)
    let stated: HTML? =
      listings.contains { !$0.dishes.isEmpty } ? "\n<p class=\"note\">\(Words.text("stated-by-kitchen"))</p>" : nil
    guard found.query.order == .openFirst else {
      return """
        <section class="part" aria-labelledby="list"><h2 id="list" class="unseen">\(Words.text("places-title"))</h2>
        <ul class="places">
        \(rows.html(listings))</ul></section>\(stated)
        """
    }
    // On other pages and for a day, the script leaves this part out, too.
    let hasNext = page == 1 && found.rule.kind != .day
    let sections = PlaceSections(listings, hasNext: hasNext, isNear: found.query.near != nil)
    let isUnfolded = found.rule.kind.isPeriod || sections.count(.open) + sections.count(.next) == 0
    return """
      \(part(.open, Words.text(found.isNow ? "open-now" : "open-then"), sections, rows))
      \(hasNext ? part(.next, Words.text("opening-next"), sections, rows) : nil)
      <details class="part rest" data-part="rest"\(isUnfolded ? " open" : "")\(sections.count(.rest) == 0 ? " hidden" : "")>
      <summary><h2 data-count="rest">\(rest(summary))</h2></summary>
      \(groups(.rest, sections, rows))
      </details>\(stated)
      """
  }

  private func part(_ part: PlaceSections.Part, _ title: String, _ sections: PlaceSections, _ rows: PlaceRows) -> HTML {
    """
    <section class="part" data-part="\(part.rawValue)" aria-labelledby="\(part.rawValue)-title"\(sections.count(part) == 0 ? " hidden" : "")>
    <h2 id="\(part.rawValue)-title">\(title)</h2>
    \(groups(part, sections, rows))
    </section>
    """
  }

  /// The groups of a part. Empty ones are hidden, for the script.
  private func groups(_ part: PlaceSections.Part, _ sections: PlaceSections, _ rows: PlaceRows) -> HTML {
    HTML.all(
      PlaceSections.Group.allCases.map { group -> HTML in
        let (places, id) = (sections.places(part, group), "\(part.rawValue)-\(group.rawValue)")
        return """
          <div class="group" data-group="\(group.rawValue)"\(places.isEmpty ? " hidden" : "")>
          <p class="kind" id="\(id)">\(Self.title(group))</p>
          <ul class="places" aria-labelledby="\(id)">
          \(rows.html(places))</ul>
          </div>
          """
      }, separator: "\n")
  }

  private static func title(_ group: PlaceSections.Group) -> String {
    switch group {
    case .food: Words.text("food-group")
    case .other: Words.text("other-group")
    case .unknown: Words.text("unknown-group")
    }
  }

  /// The number of places that are not open and do not open next, on all pages of the list.
  private func rest(_ summary: StateSummary) -> String {
    let next = found.rule.kind == .day ? 0 : min(PlaceSections.mostNext, summary.opening)
    let closed = max(0, summary.closed - next)
    let texts = [
      closed > 0 ? Words.text("closed", count: closed) : nil, summary.unknown > 0 ? Words.text("unknown", count: summary.unknown) : nil,
    ]
    return texts.compactMap { $0 }.joined(separator: " · ")
  }

  private func more(_ total: Int) -> HTML {
    if total <= page * Self.placesPerPage { return "" }
    return """
      <p class="next"><a rel="next" href="\(link: filters.address(setting: "page", to: "\(page + 1)"))">\(Words.text("more-places"))</a> \
      (\(Words.text("more-count", count: total - page * Self.placesPerPage)))</p>
      """
  }

  /// The place of the map, which the script fills; nothing without the library.
  private var map: HTML {
    let settings = question.site.settings
    if settings.mapLibrary == nil { return "" }
    return """
      <section class="map" aria-labelledby="map-title" data-module="\(link: PageAssets.map.path)" data-tiles="\(settings.tiles ?? "")" data-attribution="\(settings.tilesAttribution ?? "")" hidden>
      <h2 id="map-title">\(Words.text("map"))</h2>
      <a class="skip" href="#end">\(Words.text("skip-map"))</a>
      <div id="map"></div>
      <span id="end" tabindex="-1"></span>
      </section>
      """
  }
}
