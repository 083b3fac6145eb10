import Aggregation
import CampusCatalog
import CatalogExport
import CatalogQuery
import CatalogSession
import OpeningHours

/// The page of one place: its state, its week, and everything else from its feeds.
struct PlacePage {
  static let parameters: Set = ["at"]
  private let question: SiteQuestion
  private let listing: PlaceListing
  private let place: Place
  private let details: EntryDetails
  private let rule: StatusRule
  private var entry: Entry { listing.entry }
  /// The text in the address that chooses the time; nil for now.
  private let chosenText: String?
  private var data: String { "/api/v1/entries/\(entry.id.path)" }

  /// - Parameter path: the campus, the feed and the record.
  static func answer(_ question: SiteQuestion, _ path: [String]) throws(Problem) -> Answer {
    Page.answer(try PlacePage(question, path).document)
  }

  private init(_ question: SiteQuestion, _ path: [String]) throws(Problem) {
    guard let entry = EntryID(path: path).flatMap({ question.snapshot.entry($0) }), let place = entry.place else {
      throw .notFound("This place is not in the catalog, or no longer.")
    }
    (self.question, self.place) = (question, place)
    var parameters = Parameters(question.target)
    rule = question.snapshot.rule(
      at: try parameters.moments("at", [entry.campus], question) ?? question.moment)
    chosenText = rule.kind == .now ? nil : try parameters.value("at")
    listing = rule.listing(entry)
    details = EntryDetails(of: entry, feeds: question.snapshot.catalog.feeds, by: rule)
  }

  private var document: HTML {
    let campus = question.snapshot.catalog.campuses.first { $0.id == entry.campus }
    let name = entry.name ?? entry.id.description
    let notice: HTML? = entry.notice.map { "<p class=\"notice\" dir=\"auto\">\($0)</p>" }
    let paragraphs = (entry.description ?? "").split(separator: "\n").map { text -> HTML in "<p dir=\"auto\">\(String(text))</p>" }
    let body: HTML = """
      <main id="main" class="one">
      <nav aria-label="Path"><a href="\(link: address())"><bdi>\(campus?.name ?? entry.campus.description)</bdi></a></nav>
      <article class="place" data-id="\(entry.id.description)" data-state="\(PlaceState(listing.status).rawValue)">
      <h1 dir="auto">\(name)</h1>
      <p class="state"><span class="mark" aria-hidden="true"></span><span><span class="sentence">\(listing.sentence)</span>\(then)</span></p>
      \(notice)
      \(actions)
      \(HTML.all(paragraphs))
      \(week)
      \(exceptions)
      \(picture)
      \(facts)
      \(sources)
      \(PageData(listings: [listing], rule: rule, isLive: isNow && !question.site.settings.isFixed, total: 1).script(question.snapshot.catalog.campuses))
      </article>
      </main>
      """
    return PageLayout(title: name, of: entry.campus, at: isNow ? nil : rule, question).document(body)
  }

  private var isNow: Bool { rule.kind == .now }

  /// Returns the address of another page, or of the list, at the time of this page.
  private func address(_ path: String? = nil, _ filter: [(String, String)] = []) -> String {
    PlacesForm.address(path ?? PlacesPage.path(entry.campus), filter, at: chosenText)
  }

  /// When an open place opens again: "; then opens tomorrow 07:30".
  private var then: HTML? {
    details.summary?.sentenceAfterwards.map { next in
      "<span class=\"then\">, then \(next.prefix(1).lowercased() + next.dropFirst())</span>"
    }
  }

  private var week: HTML {
    guard !details.week.isEmpty else { return "<p class=\"note\">The feed has no hours for this place.</p>" }
    let rows = details.week.map { day -> HTML in
      let isChosen = day.date == details.summary?.today
      let mark: HTML = isChosen ? " class=\"today\"" : ""
      let name = isChosen && isNow ? "Today" : "\(day.date.weekday.shortName)"
      let special: HTML? = day.specialName.map { " <small dir=\"auto\">\($0)</small>" }
      return """
        <tr\(mark)><th scope="row"><span class="day">\(name)</span> \
        <time datetime="\(day.date.description)">\(Self.shortDate(day.date))</time>\(special)</th><td>\(HoursList.html(day.plan))</td></tr>
        """
    }
    return """
      <table class="week"><caption>Hours for seven days\(zoneNote)</caption>
      <thead><tr><th scope="col">Day</th><th scope="col">Hours</th></tr></thead>
      <tbody>\(HTML.all(rows))</tbody></table>
      """
  }

  private var zoneNote: HTML? { details.zone.map { " <small>\($0.city) time</small>" } }

  private var exceptions: HTML {
    let coming = details.laterExceptions
    if coming.isEmpty { return "" }
    let rows = coming.map { exception -> HTML in
      let days = exception.to.map { (exception.from...max(exception.from, $0)).text } ?? "from \(exception.from.text) on"
      let hours: HTML = exception.plan.map(HoursList.html) ?? "hours vary"
      return "<tr><th scope=\"row\">\(days) <small dir=\"auto\">\(exception.name ?? "special hours")</small></th><td>\(hours)</td></tr>"
    }
    return """
      <table class="week later"><caption>Later days with special hours</caption>
      <thead><tr><th scope="col">Days</th><th scope="col">Hours</th></tr></thead>
      <tbody>\(HTML.all(rows))</tbody></table>
      """
  }

  private static func shortDate(_ date: LocalDate) -> String {
    let words = date.longText.split(separator: " ")
    return words.count == 4 ? "\(words[1]) \(words[2])" : date.longText
  }

  /// Links to act on: read the menu, order, call, find the way. The links lead to other sites, and nothing is requested before a click.
  private var actions: HTML? {
    var links = entry.links.filter { $0.relation != .source }.map { (title: $0.relation.title, address: $0.href.description) }
    if let number = place.contact.phone.flatMap(Self.dialled) { links.append(("Call", "tel:\(number)")) }
    if let position = place.location.coordinate {
      let (latitude, longitude) = (position.latitude, position.longitude)
      links.append(("Map", "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=18/\(latitude)/\(longitude)"))
    }
    if links.isEmpty { return nil }
    let items = links.map { link -> HTML in "<li><a href=\"\(link: link.address)\" rel=\"noreferrer\">\(link.title)</a></li>" }
    return "<ul class=\"actions\">\(HTML.all(items))</ul>"
  }

  private var facts: HTML {
    let location = place.location
    let position = location.coordinate.map { "\($0.latitude),\($0.longitude)" }
    let history: HTML = "<a href=\"\(link: address("/places/\(entry.id.path)/history"))\">History of changes</a>"
    var rows: [(String, HTML)] = []
    func add(_ name: String, _ value: HTML?) { if let value { rows.append((name, value)) } }
    add("Phone", place.contact.phone.map { "<bdi>\($0)</bdi>" })
    add("Email", place.contact.email.map { "<a href=\"\(link: "mailto:\($0)")\"><bdi>\($0)</bdi></a>" })
    add(
      "Building",
      location.building.map { building in
        let short: HTML? = location.abbreviation.map { " (<bdi>\($0)</bdi>)" }
        return "<bdi>\(building)</bdi>\(short)"
      })
    add("Address", location.address.map { "<bdi>\($0)</bdi>" })
    add("Nearby", position.map { "<a href=\"\(link: address(nil, [("near", $0)]))\">Places near here</a>" })
    add("Category", "<a href=\"\(link: address(nil, [("category", place.category.rawValue)]))\">\(place.category.plural)</a>")
    add("Tags", entry.tags.isEmpty ? nil : "<bdi>\(entry.tags.joined(separator: ", "))</bdi>")
    add("Calendar", place.hours == nil ? nil : "<a href=\"\(link: data + ".ics")\">Hours as a calendar (.ics)</a>")
    add("Changes", question.snapshot.session.store == nil ? nil : history)
    add("Data", "<a href=\"\(link: address(data))\">JSON</a>")
    return "<dl class=\"facts\">\(HTML.all(rows.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }))</dl>"
  }

  /// Returns the digits of a telephone number, with a leading "+"; nil for text without enough of them.
  private static func dialled(_ phone: String) -> String? {
    let digits = phone.unicodeScalars.filter { ("0"..."9").contains($0) }
    guard (3...15).contains(digits.count) else { return nil }
    return (phone.hasPrefix("+") ? "+" : "") + String(String.UnicodeScalarView(digits))
  }

  /// A link to the picture, which is on another server. The script shows it in the page, but only on a click: without a script, browsers
  /// would load an image at once, even a lazy one in something folded.
  private var picture: HTML? {
    entry.picture.map {
      """
      <div class="picture"><a href="\(link: $0)" data-name="\(entry.name ?? "")" rel="noreferrer">Show a picture</a></div>
      """
    }
  }

  private var sources: HTML {
    let items = entry.sources.map { source -> HTML in
      let feed = details.feeds.first { $0.id == source.feed }
      let age = feed?.ageText(at: question.now, in: details.zone) ?? "unknown"
      let license: HTML? = feed?.license.map { ". \($0)" }
      return "<li>\(source.feed.description), record <bdi>\(source.record)</bdi>: \(age)\(license)</li>"
    }
    let pages = Registry().pages
    let page = entry.links.first { $0.relation == .source }?.href.description ?? entry.sources.lazy.compactMap { pages[$0.feed] }.first
    let report: HTML? = page.map { "<p class=\"report\"><a href=\"\(link: $0)\" rel=\"noreferrer\">Report an error to the source</a></p>" }
    return "<section aria-labelledby=\"sources\"><h2 id=\"sources\">Sources</h2><ul>\(HTML.all(items))</ul>\(report)</section>"
  }
}

extension Link.Relation {
  fileprivate var title: String {
    switch self {
    case .website: "Website"
    case .menu: "Menu"
    case .order: "Order"
    case .source: "Source"
    }
  }
}
