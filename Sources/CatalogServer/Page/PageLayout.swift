import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// The layout of all pages: the head, the title, the moment, and the feeds at the end.
struct PageLayout {
  let title: String
  private let chosen: StatusRule?
  private let question: SiteQuestion

  /// - Parameter chosen: the time that the page is about; nil for now.
  init(title: String, at chosen: StatusRule? = nil, _ question: SiteQuestion) {
    (self.title, self.chosen, self.question) = (title, chosen, question)
  }

  /// - Parameter end: the start of the footer.
  func document(_ body: HTML, end: HTML = "") -> HTML {
    Self.document(
      title,
      """
      <header class="top">
      <a class="home" href="/">\(Words.text("campus-places"))</a>
      <p class="moment">\(question.site.settings.isFixed ? "not live, " : "")<span class="clocks">\(clocks)</span></p>
      <p id="offline" role="status" hidden></p>
      </header>
      \(troubles)
      \(body)
      <footer>
      \(end)
      \(feeds)
      <p class="about">Also as data: <a href="/api/v1/catalog">catalog</a>, <a href="/api/v1/catalog.ics">calendar</a>, \
      <a href="/api/v1/catalog.geojson">map</a>.</p>
      </footer>
      """)
  }

  /// Returns a page without anything from a catalog.
  static func document(_ title: String, _ body: HTML) -> HTML {
    """
    \(PageDocument.start(title, head: head))\
    \(body)
    \(PageDocument.end)
    """
  }

  private static let head: HTML = """
    <meta name="theme-color" content="#fbfbf9" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="#121514" media="(prefers-color-scheme: dark)">
    <link rel="stylesheet" href="\(link: PageAssets.style.path)">
    <link rel="icon" href="\(link: PageAssets.icon.path)" type="image/svg+xml">
    <link rel="apple-touch-icon" href="\(link: PageAssets.smallIcon.path)">
    <link rel="manifest" href="/manifest.webmanifest">
    <script type="module" src="\(link: PageAssets.script.path)"></script>
    """

  /// The time on the clocks of the campuses: "as of Sat 21 Nov 12:00 in New York, 17:00 in London", or "for" a time that was chosen.
  private var clocks: HTML {
    var moments: [Zone: Instant] = [:]
    for campus in question.snapshot.catalog.campuses {
      guard let zone = campus.timeZone else { continue }
      moments[zone] = chosen?.instants[campus.id] ?? moment
    }
    var day: LocalDate?
    let clocks = moments.sorted { $0.key.name < $1.key.name }
    let parts = clocks.enumerated().map { index, clock -> HTML in
      let (zone, moment) = clock
      let local = zone.local(moment).date
      let time = chosen?.kind == .day ? nil : String(moment.text(in: zone).suffix(5))
      // The year is shown only if it is not this one, and the day only if it differs from the previous one.
      let date = local == day && time != nil ? nil : local.text(from: zone.local(question.now).date)
      let text = [date, time].compactMap(\.self).joined(separator: " ")
      day = local
      let city = clocks.count > 1 ? " in \(zone.city)" : ""
      // The comma is inside, so that it is never the first thing in a line.
      let machineText = time == nil ? local.description : zone.text(moment)
      return "<span><time datetime=\"\(machineText)\">\(text)</time>\(city)\(index + 1 < clocks.count ? "," : "")</span>"
    }
    let universal: HTML = "<time datetime=\"\(moment.description)\">\(moment.text(in: nil))</time>"
    return "\(chosen == nil ? "as of" : "for") \(parts.isEmpty ? universal : HTML.all(parts, separator: " "))"
  }

  private var moment: Instant { chosen?.instant ?? question.now }

  /// A note with the feeds that could not be read; empty if all could.
  private var troubles: HTML? {
    let failed = question.snapshot.catalog.feeds.filter { !$0.outcome.isDelivered && !$0.isSwitchedOff }
    let names = failed.count > 3 ? "" : ": \(failed.map(\.id.description).joined(separator: ", "))"
    let count = failed.count == 1 ? "One feed" : "\(failed.count) feeds"
    let feeds = failed.map { feed in
      let why = feed.reason.map { " (\($0))" } ?? ""
      let rest =
        feed.outcome == .stale
        ? "could not be read\(why); shown as of \(readAt(feed) ?? "an earlier run")."
        : "could not be read\(why), so its places are missing."
      return (feed: feed, problem: rest)
    }
    return FeedProblems.html("\(count) could not be read\(names)", feeds, isUnfolded: false)
  }

  private var feeds: HTML {
    let feeds = question.snapshot.catalog.feeds
    let items = feeds.map { HTML.feed($0, at: question.now, in: zone(of: $0)) }
    return "<details class=\"feeds\"><summary>\(feeds.count) feeds, and how old they are</summary><ul>\(HTML.all(items))</ul></details>"
  }

  private func zone(of feed: FeedReport) -> Zone? {
    question.snapshot.catalog.campuses.first { $0.id == feed.campus }?.timeZone ?? Zone.shared(by: question.snapshot.catalog.campuses)
  }

  private func readAt(_ feed: FeedReport) -> String? { (feed.checkedAt ?? feed.fetchedAt)?.text(in: zone(of: feed)) }
}
