import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// The layout of all pages: the head, the title, the moment, and the feeds at the end.
struct PageLayout {
  let title: String
  var head = PageHead()
  /// Whether the answer can be shared from the top of the page.
  var hasShare = false
  private let chosen: StatusRule?
  private let isStart: Bool
  private let question: SiteQuestion
  /// The campus of the page; nil for pages about all of them.
  private let campus: Campus?

  /// - Parameters:
  ///   - campus: the campus of the page; nil for pages about all of them.
  ///   - chosen: the time that the page is about; nil for now.
  ///   - isStart: whether the page is left at once if a campus was chosen before.
  init(title: String, of campus: CampusID? = nil, at chosen: StatusRule? = nil, isStart: Bool = false, _ question: SiteQuestion) {
    (self.title, self.chosen, self.isStart, self.question) = (title, chosen, isStart, question)
    self.campus = campus.flatMap { campus in question.snapshot.catalog.campuses.first { $0.id == campus } }
  }

  /// - Parameter end: the start of the footer.
  func document(_ body: HTML, end: HTML = "") -> HTML {
    var head = head
    head.isEmbedded = isEmbedded
    let settings = question.site.settings
    return Self.document(
      "\(title)\(campus.map { " · \($0.name)" } ?? "")", head, settings, manifest: campus.map { PlacesPage.path($0.id) } ?? "",
      isStart: isStart, keepsStyle: !isEmbedded && !isStart,
      """
      <header class="top">
      \(home)
      \(momentLine)
      <p id="offline" role="status" hidden></p>
      </header>
      \(troubles)
      \(body)
      <footer>
      \(end)
      \(isEmbedded ? nil : StyleChoice(question, campuses).html)
      \(feeds)
      <p class="about">\(Words.html("also-as-data", Self.data))</p>
      </footer>
      \(isEmbedded ? "<footer class=\"whole\"><a href=\"\(link: head.path ?? "/")\">\(question.site.settings.title)</a></footer>" : nil)
      """)
  }

  /// Links to the catalog in some formats.
  private static var data: KeyValuePairs<String, HTML> {
    [
      "catalog": "<a href=\"/api/v1/catalog\">\(Words.text("data-catalog"))</a>",
      "calendar": "<a href=\"/api/v1/catalog.ics\">\(Words.text("data-calendar"))</a>",
      "map": "<a href=\"/api/v1/catalog.geojson\">\(Words.text("data-map"))</a>",
    ]
  }

  /// Whether the page is in a frame of another page.
  private var isEmbedded: Bool { question.target.query.contains { $0.name == "embed" && $0.value == "1" } }

  /// Returns a page without anything from a catalog.
  ///
  /// - Parameters:
  ///   - manifest: the start of the address of the manifest.
  ///   - keepsStyle: whether the clock and the units are those that were chosen before.
  static func document(
    _ title: String, _ head: PageHead, _ settings: SiteSettings, manifest: String = "", isStart: Bool = false, keepsStyle: Bool = false,
    _ body: HTML
  ) -> HTML {
    let title = "\(title) · \(settings.title)"
    // Before the style sheet, for which scripts would wait.
    let display: HTML? = keepsStyle ? "<script src=\"\(link: PageAssets.display.path)\"></script>\n" : nil
    let start: HTML? = isStart ? "\n<script src=\"\(link: PageAssets.start.path)\"></script>" : nil
    let manifest: HTML = "<link rel=\"manifest\" href=\"\(link: manifest + "/manifest.webmanifest")\">"
    return """
      \(PageDocument.start(title, Words.language, head: "\(display)\(common)\n\(manifest)\n\(head.html(title, settings))\(start)"))\
      \(body)
      \(PageDocument.end)
      """
  }

  /// The logo of the site; nothing without one.
  static func logo(_ settings: SiteSettings) -> HTML? {
    settings.logo.map { "<img class=\"logo\" src=\"\(link: $0.asset.path)\" alt=\"\" height=\"28\">" }
  }

  private static var common: HTML {
    """
    <meta name="theme-color" content="#fbfbf9" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="#121514" media="(prefers-color-scheme: dark)">
    <link rel="stylesheet" href="\(link: PageAssets.style.path)">
    <link rel="icon" href="\(link: PageAssets.icon.path)" type="image/svg+xml">
    <link rel="apple-touch-icon" href="\(link: PageAssets.smallIcon.path)">
    <script defer src="\(link: PageAssets.words(Words.language).path)"></script>
    <script type="module" src="\(link: PageAssets.script.path)"></script>
    """
  }

  /// The link to the list of the campus, and another to choose one.
  private var home: HTML {
    let hasOthers = question.snapshot.choices.campuses.count > 1
    let isChoice = campus == nil && question.target.path.first != "all"
    let name = isChoice ? question.site.settings.title : campus?.name ?? Words.text("all-campuses")
    let title = isChoice ? nil : question.site.settings.chosenTitle.map { title -> HTML in "<small dir=\"auto\">\(title)</small> " }
    let change: HTML? = hasOthers && !isChoice ? " <a class=\"change\" href=\"/campuses\">\(Words.text("change-campus"))</a>" : nil
    return
      "<p class=\"site\"><a class=\"home\" href=\"\(link: isChoice ? "/campuses" : PlacesPage.path(campus?.id))\" dir=\"auto\">\(Self.logo(question.site.settings))\(title)\(name)</a>\(change)\(hasShare ? PlaceActions.share : nil)</p>"
  }

  /// The campuses that the page is about.
  private var campuses: [Campus] { campus.map { [$0] } ?? question.snapshot.catalog.campuses }

  /// The feeds of these campuses.
  private var feedReports: [FeedReport] {
    let feeds = question.snapshot.catalog.feeds
    return campus.map { campus in feeds.filter { EventList.campuses([campus.id]).contains($0.id.campus) } } ?? feeds
  }

  /// Whether the page is the choice of a campus, which is about no time.
  private var isCampusChoice: Bool { campus == nil && [[], ["campuses"]].contains(question.target.path) }

  /// Whether a page about campuses has the time on the clock of each of them, which are few.
  static func hasClocks(_ campuses: [Campus]) -> Bool { Set(campuses.compactMap(\.timeZone)).count <= 2 }

  /// The moment of the page. If it has no clocks, the time in UTC is there for the script, and for visitors who chose an instant.
  private var momentLine: HTML {
    let hasUniversal = chosen?.instants.isEmpty == true
    let isShown = !isCampusChoice && (Self.hasClocks(campuses) || hasUniversal)
    let notLive = question.site.settings.isFixed ? Words.text("not-live") : nil
    if isShown { return "<p class=\"moment\">\(notLive.map { text -> HTML in "\(text), " })<span class=\"clocks\">\(clocks)</span></p>" }
    let texts = [notLive, isCampusChoice ? nil : Words.text("campus-clocks")].compactMap(\.self)
    let hidden: HTML? = texts.isEmpty ? " hidden" : nil
    return "<p class=\"moment\"\(hidden)>\(texts.joined(separator: " · "))<span class=\"clocks\" hidden>\(clocks)</span></p>"
  }

  /// The time on the clocks of the campuses: "as of Sat 21 Nov 12:00 in New York, 17:00 in London", or "for" a time that was chosen.
  private var clocks: HTML {
    var moments: [Zone: (instant: Instant, style: RegionalStyle)] = [:]
    for campus in campuses where !isCampusChoice && Self.hasClocks(campuses) {
      guard let zone = campus.timeZone else { continue }
      moments[zone] = (chosen?.instants[campus.id] ?? moment, rule.style(of: campus.id))
    }
    var day: LocalDate?
    let clocks = moments.sorted { $0.key.name < $1.key.name }
    let parts = clocks.enumerated().map { index, clock -> HTML in
      let (zone, (moment, style)) = clock
      let (local, second) = zone.local(moment)
      let time = chosen?.kind == .day ? nil : chosen?.kind == .night ? style.times(second / 60, 26 * 60) : style.digits(second / 60)
      // The year is shown only if it is not this one, and the day only if it differs from the previous one.
      let date = local == day && time != nil ? nil : style.date(local, from: zone.local(question.now).date)
      let text = date.map { date in time.map { style.joined(date, $0) } ?? date } ?? time ?? ""
      day = local
      let city = clocks.count > 1 ? " \(Words.text("in-city", ["city": zone.city]))" : ""
      // The comma is inside, so that it is never the first thing in a line.
      let machineText = time == nil ? local.description : zone.text(moment)
      return "<span><time datetime=\"\(machineText)\">\(text)</time>\(city)\(index + 1 < clocks.count ? "," : "")</span>"
    }
    let universal: HTML =
      "<time datetime=\"\(moment.description)\">\(RegionalStyle(country: nil, language: Words.language).text(moment, in: nil))</time>"
    return "\(Words.text(chosen == nil ? "as-of" : "for-time")) \(parts.isEmpty ? universal : HTML.all(parts, separator: " "))"
  }

  private var rule: StatusRule { chosen ?? question.rule(at: question.moment) }

  private var moment: Instant { chosen?.instant ?? question.now }

  /// A note with the feeds that could not be read; empty if all could.
  private var troubles: HTML? {
    let failed = feedReports.filter { !$0.outcome.isDelivered && !$0.isSwitchedOff }
    let names = failed.count > 3 ? "" : ": \(failed.map(\.id.description).joined(separator: ", "))"
    let feeds = failed.map { feed in
      let why = feed.reason.map { " (\($0))" } ?? ""
      let values: KeyValuePairs = ["why": why, "time": readAt(feed) ?? Words.text("earlier-run")]
      return (feed: feed, problem: Words.text(feed.outcome == .stale ? "feed-stale" : "feed-missing", values))
    }
    return FeedProblems.html(Words.text("feeds-failed", count: failed.count, ["names": names]), feeds, isUnfolded: false, Words.language)
  }

  private var feeds: HTML {
    let feeds = feedReports
    let items = feeds.map { feed in
      let (zone, style) = clock(of: feed)
      return HTML.feed(feed, at: question.now, in: zone, style)
    }
    return "<details class=\"feeds\"><summary>\(Words.text("feeds", count: feeds.count))</summary><ul>\(HTML.all(items))</ul></details>"
  }

  /// Returns how times of a feed are written: those of a feed of all campuses as on the clock of the page, or in UTC if it has several.
  private func clock(of feed: FeedReport) -> (zone: Zone?, style: RegionalStyle) {
    if let zone = question.snapshot.catalog.campuses.first(where: { $0.id == feed.campus })?.timeZone {
      return (zone, rule.style(of: feed.campus))
    }
    return (Zone.shared(by: campuses), rule.style(of: Set(campuses.map(\.id))))
  }

  private func readAt(_ feed: FeedReport) -> String? {
    let (zone, style) = clock(of: feed)
    return (feed.checkedAt ?? feed.fetchedAt).map { style.text($0, in: zone) }
  }
}
