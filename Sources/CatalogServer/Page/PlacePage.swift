import Aggregation
import CampusCatalog
import CatalogDiff
import CatalogExport
import CatalogQuery
import CatalogSession
import OpeningHours

/// The page of one place: its state, its week, and everything else from its feeds.
struct PlacePage {
  static let parameters = Parameters.style.union(["at", "embed"])
  private let question: SiteQuestion
  private let listing: PlaceListing
  private let place: Place
  private let details: EntryDetails
  private let rule: StatusRule
  private let campus: Campus?
  private var entry: Entry { listing.entry }
  /// The text in the address that chooses the time; nil for now.
  private let chosenText: String?
  private var path: String { "/places/\(entry.id.path)" }
  private var data: String { "/api/v1/entries/\(entry.id.path)" }
  private var name: String { entry.name ?? entry.id.description }
  private var campusName: String { campus?.name ?? entry.campus.description }

  /// - Parameter path: the campus, the feed and the record.
  static func answer(_ question: SiteQuestion, _ path: [String]) async throws -> Answer {
    let page = try PlacePage(question, path)
    return Page.answer(page.document(history: await page.history), question)
  }

  private init(_ question: SiteQuestion, _ path: [String]) throws(Problem) {
    guard let entry = EntryID(path: path).flatMap({ question.snapshot.entry($0) }), let place = entry.place else {
      throw .notFound(Words.text("not-in-catalog"))
    }
    (self.question, self.place) = (question, place)
    var parameters = Parameters(question.target)
    _ = try parameters.flag("embed")
    rule = question.rule(
      at: try parameters.moments("at", [entry.campus], question) ?? question.moment)
    try parameters.checkStyle()
    chosenText = rule.kind == .now ? nil : try parameters.value("at")
    let usual = question.usual.week(of: entry)
    listing = rule.listing(entry).with(usual)
    details = EntryDetails(of: entry, feeds: question.snapshot.catalog.feeds, by: rule, usual: usual)
    campus = question.snapshot.catalog.campuses.first { $0.id == entry.campus }
  }

  private func document(history: HTML?) -> HTML {
    let notice: HTML? = entry.notice.map { "<p class=\"notice\" dir=\"auto\">\($0)</p>" }
    let paragraphs = (entry.description ?? "").split(separator: "\n").map { text -> HTML in "<p dir=\"auto\">\(String(text))</p>" }
    let neighbors = PlaceNeighbors(entry, place, question, rule, at: chosenText)
    let menus = PlaceMenus(of: entry, in: question.snapshot.entries(of: .menu))
    let week = PlaceWeek(details, isNow: isNow)
    let body: HTML = """
      <main id="main" class="one">
      <nav aria-label="\(Words.text("path"))"><a href="\(link: address())"><bdi>\(campusName)</bdi></a></nav>
      <article class="place" data-id="\(entry.id.description)" data-state="\(PlaceState(listing.status).rawValue)">
      <h1 dir="auto">\(name)</h1>
      <p class="state"><span class="mark" aria-hidden="true"></span><span><span class="sentence">\(listing.sentence)</span>\(then)</span></p>
      \(special)
      \(notice)
      \(bar)
      \(PlaceActions(entry, place).html)
      \(MenuDays(listing, menus, week, by: rule).html)
      \(week.html)
      \(picture)
      \(HTML.all(paragraphs))
      \(neighbors.html)
      \(facts)
      \(history)
      \(sources)
      \(PageData(listings: [listing] + neighbors.listings, rule: rule, isLive: isNow && !question.site.settings.isFixed, total: 1).script(question.snapshot.catalog.campuses))
      </article>
      </main>
      """
    var layout = PageLayout(title: name, of: entry.campus, at: isNow ? nil : rule, question)
    layout.head = PageHead(
      answer: "\(name): \(listing.sentence)", description: description, path: path,
      linkedData: LinkedPlace.json(entry, menus: menus.menus(by: rule), campus, rule),
      assets: [PageAssets.placeStyle, PageAssets.placeScript] + (menus.days.isEmpty ? [] : [PageAssets.menuStyle]))
    return layout.document(body)
  }

  /// The answer in a sentence: "Open until 16:30. Today 09:30–14:30, 17:00–20:30. 3800 Locust Walk, University of Pennsylvania."
  private var description: String {
    let today = details.week.first { $0.date == details.summary?.today }.map { day in
      "\(isNow ? Words.text("today") : details.style.date(day.date)) \(day.plan.openTimes(details.style))"
    }
    let location = [place.location.building ?? place.location.address, campusName].compactMap(\.self).joined(separator: ", ")
    let sentences = [listing.sentence, today, location].compactMap(\.self)
    return sentences.map { $0.last.map(".!?…".contains) == true ? $0 : "\($0)." }.joined(separator: " ")
  }

  private var isNow: Bool { rule.kind == .now }

  /// Returns the address of another page, or of the list, at the time of this page.
  private func address(_ path: String? = nil, _ filter: [(String, String)] = []) -> String {
    PlacesForm.address(path ?? PlacesPage.path(entry.campus), filter, at: chosenText)
  }

  /// When an open place opens again: "; then opens tomorrow 07:30".
  private var then: HTML? {
    details.summary?.sentenceAfterwards.map { next in
      "<span class=\"then\">, \(Words.text("then", ["sentence": next.prefix(1).lowercased() + next.dropFirst()]))</span>"
    }
  }

  /// The name of the special hours of the day, and what is usual.
  private var special: HTML? {
    let today = details.week.first { $0.date == details.summary?.today }
    return today.flatMap { SpecialName.texts($0, usual: details.usual, details.style) }.map { name, usual in
      let name = usual.map { "\(name) (\($0))" } ?? name
      return "<p class=\"day-name\" dir=\"auto\">\(Words.text(isNow ? "special-today" : "special-that-day", ["name": name]))</p>"
    }
  }

  /// The hours of today as a bar, or of yesterday while its night goes on.
  private var bar: HTML? {
    guard let zone = details.zone, let day = details.week.first else { return nil }
    let (date, second) = zone.local(listing.instant)
    let minute = second / 60 + 1_440 * Int(date.daysSinceEpoch - day.date.daysSinceEpoch)
    let name = !isNow ? details.style.date(day.date) : day.date == date ? Words.text("today") : details.style.weekday(day.date)
    return DayBar(day: day, minute: rule.kind.isPeriod ? nil : minute, name: name, style: details.style).html
  }

  private var facts: HTML {
    let location = place.location
    let position = location.coordinate.map { "\($0.latitude),\($0.longitude)" }
    var rows: [(String, HTML)] = []
    func add(_ word: String, _ value: HTML?) { if let value { rows.append((Words.text(word), value)) } }
    // A number that can be dialed is a button.
    add("phone", PlaceActions.dialed(place) == nil ? place.contact.phone.map { "<bdi>\($0)</bdi>" } : nil)
    add("email", place.contact.email.map { "<a href=\"\(link: "mailto:\($0)")\"><bdi>\($0)</bdi></a>" })
    add(
      "building",
      location.building.map { building in
        let short: HTML? = location.abbreviation.map { " (<bdi>\($0)</bdi>)" }
        return "<bdi>\(building)</bdi>\(short)"
      })
    add("address", location.address.map { "<bdi>\($0)</bdi>" })
    add("nearby", position.map { "<a href=\"\(link: address(nil, [("near", $0)]))\">\(Words.text("places-near"))</a>" })
    add("category", "<a href=\"\(link: address(nil, [("category", place.category.rawValue)]))\">\(Words.text(place.category))</a>")
    rows += PlaceRelations.rows(of: entry, place, question.snapshot)
    add("tags", entry.tags.isEmpty ? nil : "<bdi>\(entry.tags.joined(separator: ", "))</bdi>")
    add("calendar", place.hours == nil ? nil : "<a href=\"\(link: data + ".ics")\">\(Words.text("hours-calendar"))</a>")
    add("data", "<a href=\"\(link: address(data))\">\(Words.text("json"))</a>")
    return "<dl class=\"facts\">\(HTML.all(rows.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }))</dl>"
  }

  /// A link to the picture, which is on another server. The script shows it in the page, but only on a click: without a script, browsers
  /// would load an image at once, even a lazy one in something folded. A site may show pictures at once.
  private var picture: HTML? {
    entry.picture.map { picture in
      question.site.settings.showsImages
        ? """
        <div class="picture"><img src="\(link: picture)" alt="\(name)" loading="lazy" decoding="async" referrerpolicy="no-referrer"></div>
        """
        : """
        <div class="picture"><a href="\(link: picture)" data-name="\(name)" rel="noreferrer">\(Words.text("show-picture"))</a></div>
        """
    }
  }

  /// The last changes, if the site has a store that knows them.
  private var history: HTML? {
    get async {
      guard let store = question.snapshot.session.store else { return nil }
      let link: HTML = "<p><a href=\"\(link: address("\(path)/history"))\">\(Words.text("all-changes"))</a></p>"
      let match = StoredHistory.Match(entry, of: question.snapshot.catalog)
      let known = try? await StoredHistory(of: match, in: store, style: question.chosenStyle.inEnglish)
      let steps = known.map { HistoryPage.list($0.history.steps.suffix(3), of: $0) }
      return "<section aria-labelledby=\"history\"><h2 id=\"history\">\(Words.text("history"))</h2>\(steps)\(link)</section>"
    }
  }

  private var sources: HTML {
    let items = entry.sources.map { source -> HTML in
      let feed = details.feeds.first { $0.id == source.feed }
      let age = feed?.ageText(at: question.now, in: details.zone, details.style) ?? Words.text("unknown-age")
      let license: HTML? = feed?.license.map { ". \($0)" }
      let title = feed.flatMap { Registry().title(of: $0.adapter) } ?? source.feed.description
      return "<li>\(Words.html("source-feed", ["feed": "<bdi>\(title)</bdi>", "age": "\(age)"]))\(license)</li>"
    }
    return """
      <section aria-labelledby="sources"><h2 id="sources">\(Words.text("sources"))</h2><ul>\(HTML.all(items))</ul></section>
      \(report)
      """
  }

  /// A link to report an error: where the site says, with the place, the time and the hours filled in, or else the page of the source.
  private var report: HTML? {
    if let address = question.site.settings.report {
      let hours = details.week.map { day in
        let remarks = [day.remark(in: Words.language), details.usual?.deviation(of: day, details.style)].compactMap(\.self)
        let special = remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
        return "  \(details.style.date(day.date)): \(day.plan.openTimes(details.style))\(special)"
      }
      let values: KeyValuePairs = [
        "place": name, "campus": campusName, "id": entry.id.description, "time": details.style.text(listing.instant, in: details.zone),
        "shown": listing.sentence, "hours": hours.joined(separator: "\n"), "page": question.site.settings.publicAddress(of: path) ?? path,
      ]
      let report = address.address(title: Words.text("report-title", values), text: Words.text("report-text", values))
      return "<p class=\"report\"><a href=\"\(link: report)\">\(Words.text("report-error"))</a></p>"
    }
    let pages = Registry().pages
    let page = entry.links.first { $0.relation == .source }?.href.description ?? entry.sources.lazy.compactMap { pages[$0.feed] }.first
    return page.map { "<p class=\"report\"><a href=\"\(link: $0)\" rel=\"noreferrer\">\(Words.text("report-error-to-source"))</a></p>" }
  }
}
