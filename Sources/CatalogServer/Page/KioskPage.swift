import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// The page for a screen in a lobby: large type, one campus, no controls. It refreshes itself.
struct KioskPage {
  /// How many places fit on a large screen; the script hides those that do not fit.
  private static let (mostOpen, mostNext, mostAlerts) = (20, 12, 2)
  /// After how many seconds browsers without scripts load the page again.
  private static let refresh = 60

  private let question: SiteQuestion
  private let campus: Campus
  private let rule: StatusRule

  /// Returns the page of one campus; a list of campuses to choose from if there are several.
  static func answer(_ question: SiteQuestion, _ campuses: Set<CampusID>) -> Answer {
    // A campus may not have places yet.
    let all = campuses.isEmpty ? question.snapshot.choices.campuses : question.snapshot.catalog.campuses.filter { campuses.contains($0.id) }
    if let campus = all.first, all.count == 1 {
      return Page.answer(
        KioskPage(question: question, campus: campus, rule: question.rule(at: question.moment)).document, question)
    }
    let links = all.map { campus -> HTML in
      "<li><a href=\"\(link: PlacesForm.address(PlacesPage.path(campus.id), [("kiosk", "1")]))\"><bdi>\(campus.name)</bdi></a></li>"
    }
    let body: HTML = "<main id=\"main\" class=\"text\"><h1>\(Words.text("which-campus"))</h1><ul>\(HTML.all(links))</ul></main>"
    var head = PageHead()
    head.refresh = refresh
    return Page.answer(PageLayout.document(Words.text("which-campus"), head, question.site.settings, body), question)
  }

  private var document: HTML {
    var query = PlaceQuery()
    query.filter.campuses = [campus.id]
    query.order = .openFirst
    let snapshot = question.snapshot
    let all = query.results(
      in: snapshot.catalog.entries, by: rule, statuses: snapshot.statuses(by: rule), prepared: snapshot.places
    ).items
    let open = all.filter(\.status.isOpen)
    let next = all.filter { $0.status.isClosed && $0.status.opens != nil }
    let zone = campus.timeZone
    let style = rule.style(of: campus.id)
    let (date, second) = zone?.local(rule.instant) ?? rule.instant.local(offset: 0)
    let moment = zone == nil ? "" : style.date(date)
    let clock = style.digits(second / 60) + (zone == nil ? " UTC" : "")
    let body: HTML = """
      <main id="main" class="kiosk">
      <header><p class="site">\(PageLayout.logo(question.site.settings))<bdi>\(campus.name)</bdi></p>
      <p class="clock" data-zone="\(question.site.settings.isFixed ? "" : zone?.name ?? "")"><time>\(clock)</time> <span>\(moment)</span></p></header>
      <section aria-labelledby="open"><h1 id="open">\(open.isEmpty ? Words.text("nothing-open") : Words.text("open-now"))</h1>\(list(open, Self.mostOpen))</section>
      \(next.isEmpty ? nil : "<section aria-labelledby=\"next\"><h2 id=\"next\">\(Words.text("opens-next"))</h2>\(list(next, Self.mostNext))</section>")
      \(alerts)
      </main>
      """
    var head = PageHead(
      description: "\(Words.text("open-now")): \(open.count).", path: PlacesPage.path(campus.id),
      assets: [PageAssets.kioskStyle, PageAssets.kioskScript])
    head.refresh = Self.refresh
    return PageLayout.document("\(Words.text("open-now")) · \(campus.name)", head, question.site.settings, body)
  }

  private func list(_ listings: [PlaceListing], _ most: Int) -> HTML {
    let rows = listings.prefix(most).map { listing -> HTML in
      let location = listing.entry.place?.location
      let building: HTML? = (location?.building ?? location?.address).map { "<span class=\"where\"><bdi>\($0)</bdi></span>" }
      return """
        <li data-state="\(PlaceState(listing.status).rawValue)"><span class="name"><bdi>\(listing.entry.name ?? "")</bdi>\(building)</span>\
        <span class="sentence">\(listing.sentence)</span></li>
        """
    }
    let rest = listings.count - rows.count
    return """
      <ul>\(HTML.all(rows))</ul>\
      <p class="more" data-rest="\(rest)"\(rest == 0 ? " hidden" : "")>\(Words.text("and-more", ["count": "\(rest)"]))</p>
      """
  }

  private var alerts: HTML? {
    var query = AlertQuery()
    query.campuses = [campus.id]
    let alerts = query.results(in: question.snapshot.entries(of: .alert), at: rule.instant).items.filter { $0.phase == .active }
    let rows = alerts.prefix(Self.mostAlerts).map { alert -> HTML in
      "<p data-severity=\"\(alert.alert.severity.rawValue)\"><strong><bdi>\(alert.entry.name ?? "")</bdi></strong> <bdi>\(alert.entry.description ?? "")</bdi></p>"
    }
    return rows.isEmpty ? nil : "<section class=\"notes\" aria-label=\"\(Words.text("alerts"))\">\(HTML.all(rows))</section>"
  }
}
