import CampusCatalog
import CatalogDiff
import CatalogExport
import CatalogQuery
import OpeningHours

/// The page of everything unusual in the coming week: alerts, special hours by day, the events of the weekend, and the last changes.
struct WeekPage {
  static let path = "/week"
  static let parameters = Parameters.style.union(["campus", "embed"])
  /// How many changes are shown, of which the most severe come first.
  private static let mostChanges = 30
  /// How many names a day has, and how many places a name.
  private static let (mostGroups, mostPlaces) = (30, 100)

  private let question: SiteQuestion
  private let campuses: Set<CampusID>
  private let rule: StatusRule
  private let week: ThisWeek
  private let changes: ChangeLog?

  /// Returns the address of the week of some campuses; empty for all.
  static func address(of campuses: Set<CampusID>) -> String {
    if campuses.count == 1, let campus = campuses.first { return PlacesPage.path(campus) + path }
    return PlacesForm.address(path, campuses.sorted().map { ("campus", $0.description) })
  }

  static func answer(_ question: SiteQuestion) async throws -> Answer {
    var parameters = Parameters(question.target)
    _ = try parameters.flag("embed")
    try parameters.checkStyle(["clock", "lang"])
    let asked = try parameters.campuses(question)
    let campus = PlacesPage.campus(question)
    if question.target.path.count > 1, campus.map(question.knows) != true { throw Problem.notFound(Words.text("unknown-page")) }
    let campuses = campus.map { [$0] } ?? asked
    let rule = question.rule(at: question.moment)
    let page = WeekPage(
      question: question, campuses: campuses, rule: rule, week: ThisWeek(question, campuses, by: rule),
      // Without a history, the rest is still right.
      changes: try? await ChangesEndpoint.log(question, campuses, since: "3d"))
    return Page.answer(page.document, question)
  }

  private var hasSeveralCampuses: Bool { Set(week.hours.map(\.entry.campus)).count > 1 }

  private var document: HTML {
    let isQuiet = week.isEmpty && shownChanges.isEmpty
    let body: HTML = """
      <main id="main" class="one week-page">
      <nav aria-label="\(Words.text("path"))"><a href="\(link: PlacesPage.path(campuses.count == 1 ? campuses.first : nil))">\(Words.text("all-places"))</a></nav>
      <h1>\(Words.text("this-week"))</h1>
      \(isQuiet ? "<p>\(Words.text("week-quiet"))</p>" : nil)
      \(AlertBanner.html(campuses, by: rule, question.snapshot))
      \(HTML.all(days.map { day($0.date, $0.hours) }))
      \(weekend)
      \(changed)
      </main>
      """
    var layout = PageLayout(title: Words.text("this-week"), of: campuses.count == 1 ? campuses.first : nil, question)
    let parts = [("week-places", week.placeCount), ("week-alerts", week.alerts.count), ("week-events", week.events.count)]
    let description = parts.filter { $0.1 > 0 }.map { Words.text($0.0, count: $0.1) }.joined(separator: ", ")
    layout.head = PageHead(
      description: description.isEmpty ? Words.text("week-quiet") : "\(Words.text("this-week")): \(description).",
      path: Self.address(of: campuses), assets: [PageAssets.weekStyle])
    return layout.document(body)
  }

  private var days: [(date: LocalDate, hours: [UnusualHours])] {
    let byDate = Dictionary(grouping: week.hours, by: \.day.date)
    return byDate.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A day: the places with the same name of their hours together.
  private func day(_ date: LocalDate, _ hours: [UnusualHours]) -> HTML {
    let byName = Dictionary(grouping: hours) { SpecialName.text($0.day) ?? Words.text("special-hours-title") }
    let groups = byName.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let parts = groups.prefix(Self.mostGroups).map { name, hours -> HTML in
      // Places that are closed all day are one paragraph.
      let closed = hours.filter { $0.day.plan == .closed }
      let other = hours.filter { $0.day.plan != .closed }
      let rows = other.prefix(Self.mostPlaces).map { hours -> HTML in
        let usual: HTML? = hours.usual.map {
          " <small>\(Words.text("usually", ["hours": rule.style(of: hours.entry.campus).openTimes($0)]))</small>"
        }
        return
          "<li><span class=\"what\">\(place(hours.entry))</span> <span class=\"times\">\(hours.day.plan.openTimes(rule.style(of: hours.entry.campus)))\(usual)</span></li>"
      }
      let names: HTML? =
        closed.isEmpty
        ? nil
        : """
        <p class="closed-all"><strong>\(Words.text("closed-all-day", count: closed.count))</strong> \
        \(HTML.all(closed.prefix(Self.mostPlaces).map { place($0.entry) }, separator: ", "))\(rest(closed.count - Self.mostPlaces))</p>
        """
      let list: HTML? = rows.isEmpty ? nil : "<ul class=\"unusual\">\(HTML.all(rows))</ul>"
      return "<h3 dir=\"auto\">\(name)</h3>\(names)\(list)\(rest(other.count - rows.count))"
    }
    let today = question.snapshot.zone(of: campuses)?.local(rule.instant).date
    let word = date == today ? "\(Words.text("today")), " : date == today?.adding(days: 1) ? "\(Words.text("tomorrow")), " : ""
    return """
      <section class="day" aria-labelledby="day-\(date.description)">
      <h2 id="day-\(date.description)">\(word)<time datetime="\(date.description)">\(rule.style(of: campuses).date(date))</time></h2>
      \(HTML.all(parts))\(rest(groups.count - parts.count))
      </section>
      """
  }

  /// Returns the number of what is not shown; nil for none.
  private func rest(_ count: Int) -> HTML? { count > 0 ? " <small>\(Words.text("and-more", ["count": "\(count)"]))</small>" : nil }

  private func place(_ entry: Entry) -> HTML {
    let campus: HTML? = hasSeveralCampuses ? " <small>(<bdi>\(campusName(entry.campus))</bdi>)</small>" : nil
    return "<a href=\"\(link: "/places/\(entry.id.path)")\"><bdi>\(entry.name ?? entry.id.description)</bdi></a>\(campus)"
  }

  private func campusName(_ id: CampusID) -> String {
    question.snapshot.catalog.campuses.first { $0.id == id }?.name ?? id.description
  }

  private var weekend: HTML? {
    if week.events.isEmpty { return nil }
    return """
      <section aria-labelledby="weekend"><h2 id="weekend">\(Words.text("this-weekend"))</h2>
      \(HTML.events(week.events, style: rule.style(of: campuses)) { $0.datedTimes(from: rule.date) })
      </section>
      """
  }

  /// The changes that visitors may care about, the most severe first.
  private var shownChanges: [EntryChanges] {
    (changes?.entries ?? []).filter { $0.kind == .place && $0.event != .ended }
  }

  private var changed: HTML? {
    let all = shownChanges
    if all.isEmpty { return nil }
    let rows = all.prefix(Self.mostChanges).map { entry -> HTML in
      let known = question.snapshot.entry(entry.id)
      let name: HTML = known.map(place) ?? "<bdi>\(entry.title)</bdi>"
      let texts = entry.changes.map(\.text).joined(separator: "; ")
      return "<li><span class=\"what\">\(name)</span> <span class=\"times\" dir=\"auto\">\(texts)</span></li>"
    }
    let rest = all.count - rows.count
    let more: HTML? = rest > 0 ? "<p class=\"note\">\(Words.text("and-more", ["count": "\(rest)"]))</p>" : nil
    return """
      <section aria-labelledby="changed"><h2 id="changed">\(Words.text("changed-lately"))</h2>
      <ul class="unusual">\(HTML.all(rows))</ul>\(more)
      </section>
      """
  }
}
