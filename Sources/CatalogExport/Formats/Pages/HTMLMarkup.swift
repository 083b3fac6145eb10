import Basics
import CampusCatalog
import CatalogQuery
import Foundation
import OpeningHours

/// Pages as one HTML document that needs nothing else: no scripts, no pictures, and the style of the server's pages in itself.
///
/// Its security policy allows only that style, so that nothing from a feed could load or run anything even if it were markup. All text from
/// feeds is escaped, and isolated from the direction of the text around it.
struct HTMLMarkup: PageMarkup {
  private let header: ExportHeader
  private let words: WordTable

  init(_ header: ExportHeader) { (self.header, words) = (header, header.style.words) }

  // MARK: - The document

  func start(_ campuses: [PageCampus]) -> HTML {
    let isAlone = header.campuses.count == 1
    let items = campuses.map { (id: $0.id.description, title: $0.name) }
    let home = words.text("campus-hours")
    let top: HTML = "<header class=\"top\">\n<p class=\"home\">\(home)</p>\n\(navigation(words.text("campuses"), items))</header>\n"
    let title = campuses.first.flatMap { isAlone ? "\($0.name), \($0.moment)" : nil } ?? home
    return """
      \(PageDocument.start(title, header.style.language, head: "\(Self.head)\(alternates)"))\
      \(isAlone ? nil : top)<main id="main" class="sheet">
      \(campuses.isEmpty ? "<p>\(words.text("empty-catalog"))</p>\n" : nil)
      """
  }

  func end() -> HTML {
    """
    </main>
    <footer>
    \(links)<p>\(words.html("page-foot", ["time": HTML.time(header.generatedAt, in: header.zone, header.style)]))</p>
    </footer>
    \(PageDocument.end)
    """
  }

  private static let head: HTML = {
    let hash = SHA256.hash(Array(PageDocument.style.utf8)).withUnsafeBytes { Data($0).base64EncodedString() }
    return """
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="aggregate">
      \(HTML.style)
      """
  }()

  /// The formats of the same content, for programs; nothing if there are none.
  private var alternates: HTML? {
    let items = header.links.compactMap { link -> HTML? in
      link.mediaType.map { "\n<link rel=\"alternate\" type=\"\($0)\" href=\"\(link.address)\" title=\"\(link.title)\">" }
    }
    return items.isEmpty ? nil : HTML.all(items)
  }

  /// The links to other files of the site; nothing if there are none.
  private var links: HTML? {
    func paragraph(_ links: [PageLink]) -> HTML? {
      let items = links.map { link -> HTML in "<a href=\"\(link.address)\"><bdi>\(link.title)</bdi></a>" }
      return items.isEmpty ? nil : "<p>\(HTML.all(items, separator: " · "))</p>\n"
    }
    return "\(paragraph(header.links.filter { $0.mediaType != nil }))\(paragraph(header.links.filter { $0.mediaType == nil }))"
  }

  /// Returns links to parts of the document; nothing if there are none.
  private func navigation(_ label: String, _ parts: [(id: String, title: String)]) -> HTML? {
    if parts.isEmpty { return nil }
    let items = parts.map { part -> HTML in "<li><a href=\"#\(part.id)\"><bdi>\(part.title)</bdi></a></li>" }
    return "<nav aria-label=\"\(label)\">\n<ul>\(HTML.all(items))</ul>\n</nav>\n"
  }

  // MARK: - A campus

  func write(_ campus: PageCampus, _ contents: PageContents, to write: (HTML) throws -> Void) throws {
    let id = campus.id.description
    let place: HTML = "\(words.text("place"))"
    try write(heading(of: campus, contents.tables))
    if !contents.alerts.isEmpty {
      let rows = contents.alerts.map { HTML.alert($0, campus: campus.name, in: campus.zone, campus.style, isUnfolded: true) }
      try write("<div class=\"alerts\" id=\"\(id).alerts\">\n\(HTML.all(rows, separator: "\n"))\n</div>\n")
    }
    if !contents.groups.isEmpty {
      try write(start(.today, of: campus, more: " <small>\(HTML.time(campus.today, campus.style.date(campus.today)))</small>"))
      for (category, places) in contents.groups {
        let rows = places.map { today($0, of: campus) }
        try write("<section class=\"group\">\n<h3>\(category.plural(in: campus.style.language))</h3>\n\(HTML.places(rows))\n</section>\n")
      }
      try write("</section>\n")
    }
    if !contents.menus.isEmpty { try write(menus(contents.menus, of: campus)) }
    if !contents.groups.isEmpty {
      let titles = [place] + campus.week.map { HTML.time($0, campus.style.date($0, from: campus.today)) }
      try write(
        """
        \(start(.week, of: campus))<div class="wide" role="region" aria-labelledby="\(id).name \(id).week" tabindex="0">
        \(tableStart("week days", words.text("week-caption"), titles))
        """)
      for (category, places) in contents.groups {
        try write(
          """
          <tbody>
          <tr class="category"><th scope="rowgroup" colspan="\(titles.count)">\(category.plural(in: campus.style.language))</th></tr>
          \(HTML.all(places.map { week($0, campus.style) }))</tbody>

          """)
      }
      try write("</table>\n</div>\n</section>\n")
    }
    if !contents.later.isEmpty {
      try write(
        """
        \(start(.later, of: campus))\
        \(tableStart("week later", words.text("later-caption"), [place, "\(words.text("days-and-hours"))"]))<tbody>
        \(HTML.all(contents.later.map { later($0, of: campus) }))</tbody>
        </table>
        </section>

        """)
    }
    if !contents.events.isEmpty {
      let list = HTML.events(contents.events, separator: "\n", style: campus.style) { $0.dates(on: campus.today) }
      try write("\(start(.events, of: campus))\(list)\n</section>\n")
    }
    try write(sources(of: campus))
  }

  private func heading(of campus: PageCampus, _ tables: [PageTable]) -> HTML {
    var parts = tables.map { (id: "\(campus.id).\($0)", title: $0.title(in: words)) }
    if !campus.feeds.isEmpty { parts.append((id: "\(campus.id).sources", title: words.text("sources"))) }
    let zone: HTML? = campus.zone.map { " <span class=\"zone\">\($0.name)</span>" }
    let filter: HTML? = header.filter.pageText(in: words).map { "<br>\($0)" }
    let nothing: HTML = "<p class=\"note\">\(words.text("nothing-on-page"))</p>\n"
    let problems = campus.problems
    return """
      <section class="campus" id="\(campus.id.description)" aria-labelledby="\(campus.id.description).name">
      <div class="headline">
      <h1 id="\(campus.id.description).name"><bdi>\(campus.name)</bdi></h1>
      <p class="note">\(HTML.time(campus.instant, in: campus.zone, campus.style))\(zone)\(filter)</p>
      \(tables.count > 1 ? navigation(campus.name, parts) : nil)</div>
      \(FeedProblems.html(words.text("faulty-feeds", count: problems.count), problems, isUnfolded: true, header.style.language))
      \(tables.isEmpty ? nothing : nil)
      """
  }

  private func sources(of campus: PageCampus) -> HTML {
    if campus.feeds.isEmpty { return "</section>\n" }
    let items = campus.feeds.map { feed in
      HTML.feed(feed, at: campus.instant, in: campus.zone, campus.style, more: details(of: feed, campus))
    }
    return """
      \(start("sources", "\(words.text("sources"))", of: campus))<ul class="where">
      \(HTML.all(items, separator: "\n"))
      </ul>
      </section>
      </section>

      """
  }

  /// Returns the outcome, when the feed was fetched and confirmed, and its address in full, for readers on paper.
  private func details(of feed: FeedReport, _ campus: PageCampus) -> HTML {
    func time(_ instant: Instant) -> HTML { HTML.time(instant, in: campus.zone, campus.style) }
    let fetched = feed.fetchedAt.map { words.html("fetched-at", ["time": time($0)]) } ?? "\(words.text("time-unknown"))"
    let confirmed = feed.checkedAt.flatMap { checked in
      checked > feed.fetchedAt ?? .epoch ? words.html("confirmed-at", ["time": time(checked)]) : nil
    }
    let url = feed.url.map { words.html("from-url", ["url": "<bdi>\($0)</bdi>"]) }
    let parts: [HTML?] = ["\(feed.outcomeText(in: words))", fetched, confirmed, url]
    return "<br><small>\(HTML.all(parts.compactMap(\.self), separator: ", "))</small>"
  }

  private func start(_ table: PageTable, of campus: PageCampus, more: HTML? = nil) -> HTML {
    start(table.rawValue, "\(table.title(in: words))\(more)", of: campus)
  }

  /// Returns the start of a section with a heading.
  private func start(_ part: String, _ title: HTML, of campus: PageCampus) -> HTML {
    "<section>\n<h2 id=\"\(campus.id.description).\(part)\">\(title)</h2>\n"
  }

  private func tableStart(_ style: String, _ caption: String, _ titles: [HTML]) -> HTML {
    let cells = titles.map { title -> HTML in "<th scope=\"col\">\(title)</th>" }
    return "<table class=\"\(style)\"><caption>\(caption)</caption>\n<thead><tr>\(HTML.all(cells))</tr></thead>\n"
  }

  // MARK: - Menus

  private func menus(_ places: [PageMenus], of campus: PageCampus) -> HTML {
    let items = places.map { place -> HTML in
      let sections = place.sections(of: campus).map { section -> HTML in
        let dishes = section.dishes.map { dish($0, section, campus.style.language) }
        return "<h4 class=\"kind\"><bdi>\(section.title)</bdi></h4>\n<ul class=\"events\">\n\(HTML.all(dishes))</ul>\n"
      }
      return "<section class=\"group\">\n<h3><bdi>\(place.title)</bdi></h3>\n\(HTML.all(sections))</section>\n"
    }
    return "\(start(.menus, of: campus))<p class=\"note\">\(words.text("stated-by-kitchen"))</p>\n\(HTML.all(items))</section>\n"
  }

  /// Returns a dish: its name, then its diets and prices, and finally its allergens, notes and labels.
  private func dish(_ dish: Dish, _ section: PageMenus.Section, _ language: Language) -> HTML {
    let lines = [
      [dish.dietsText(in: language), dish.pricesText(in: language)],
      [section.allergensText(of: dish, in: language)] + dish.notes + dish.labels,
    ]
    let facts = lines.map { $0.filter { !$0.isEmpty }.joined(separator: " · ") }.filter { !$0.isEmpty }
    let rows = facts.map { text -> HTML in "<p class=\"where\" dir=\"auto\">\(text)</p>" }
    return "<li><bdi>\(dish.name)</bdi>\(HTML.all(rows))</li>\n"
  }

  // MARK: - Rows

  private func today(_ place: PagePlace, of campus: PageCampus) -> HTML {
    var facts = place.whereabouts.map { fact -> HTML in "<bdi>\(fact)</bdi>" }
    if let zone = place.otherZone { facts.append("\(words.text("in-zone", ["zone": zone.name]))") }
    let running = place.running.map { HoursList.item($0.times(in: place.place.hours?.zone, on: campus.today, campus.style), $0.label) }
    let services = place.today.plan.services.map { HoursList.item($0, campus.style) }
    let remarks = place.today.remarks.map { remark -> HTML in "<p dir=\"auto\">\(remark)</p>" }
    let hours =
      running + (services.isEmpty ? [HoursList.item(place.today.plan.openTimes(campus.style), nil)] : services)
    return HTML.place(
      place.listing, address: place.entry.page(.website), facts: facts,
      more: "\(contacts(of: place))<div class=\"hours\">\(HoursList.html(hours))\(HTML.all(remarks))</div>")
  }

  /// Returns the links of a place except its page, its telephone number and its email address; nothing if it has none of them.
  private func contacts(of place: PagePlace) -> HTML? {
    let (entry, contact) = (place.entry, place.place.contact)
    let links = [("menu", entry.page(.menu)), ("order-food", entry.page(.order))].map { (words.text($0), $1) }.filter { $0.1 != nil }
    let country = header.campus(entry.campus)?.country
    let contacts = [
      contact.phone.map { ($0, ContactLink.phone($0, country: country)) }, contact.email.map { ($0, ContactLink.email($0)) },
    ]
    let items = (links + contacts.compactMap(\.self)).map { text, address -> HTML in
      address.map { "<a href=\"\(link: $0)\" rel=\"noreferrer\"><bdi>\(text)</bdi></a>" } ?? "<bdi>\(text)</bdi>"
    }
    return items.isEmpty ? nil : "<p class=\"contacts\">\(HTML.all(items, separator: " · "))</p>"
  }

  private func week(_ place: PagePlace, _ style: RegionalStyle) -> HTML {
    let remarks = place.weekRemarks
    if place.isUnknownAllWeek {
      let why = words.html("unknown-because", ["why": "<bdi>\(remarks[0])</bdi>"])
      return "<tr><th scope=\"row\"><bdi>\(place.entry.title)</bdi></th><td colspan=\"\(place.week.count)\">\(why)</td></tr>\n"
    }
    let notes = remarks.enumerated().map { index, remark -> HTML in "<small><sup>\(index + 1)</sup> <bdi>\(remark)</bdi></small>" }
    let days = place.week.map { day -> HTML in
      let marks = day.remarks.compactMap { remarks.firstIndex(of: $0) }.map { index -> HTML in "<sup>\(index + 1)</sup>" }
      let quiet: HTML? = day.plan.services.isEmpty ? " class=\"quiet\"" : nil
      return "<td\(quiet)>\(day.plan.openTimes(style))\(HTML.all(marks))</td>"
    }
    return "<tr><th scope=\"row\"><bdi>\(place.entry.title)</bdi>\(HTML.all(notes))</th>\(HTML.all(days))</tr>\n"
  }

  private func later(_ place: PagePlace, of campus: PageCampus) -> HTML {
    var items = place.later.map { exception in
      HoursList.item(
        "\(exception.days(on: campus.today, campus.style)): \(exception.plan?.openTimes(campus.style) ?? words.text("hours-vary"))",
        exception.name)
    }
    if place.hasMoreLater { items.append(HoursList.item(words.text("and-others"), nil)) }
    return "<tr><th scope=\"row\"><bdi>\(place.entry.title)</bdi></th><td>\(HoursList.html(items))</td></tr>\n"
  }
}
