/// What all pages have: the head, the title, the moment, and the feeds at the end.
struct PageLayout {
  let title: String
  /// The moment that the page is about.
  let moment: Instant
  private let question: SiteQuestion

  init(title: String, at moment: Instant? = nil, _ question: SiteQuestion) {
    (self.title, self.question) = (title, question)
    self.moment = moment ?? question.now
  }

  /// - Parameter end: what follows the body, in the footer.
  func document(_ body: HTML, end: HTML = "") -> HTML {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="theme-color" content="#fbfbf9" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="#121514" media="(prefers-color-scheme: dark)">
    <title>\(title)</title>
    <link rel="stylesheet" href="\(link: PageAssets.style.path)">
    <link rel="icon" href="\(link: PageAssets.icon.path)" type="image/svg+xml">
    <link rel="apple-touch-icon" href="\(link: PageAssets.smallIcon.path)">
    <link rel="manifest" href="/manifest.webmanifest">
    <script type="module" src="\(link: PageAssets.script.path)"></script>
    </head>
    <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="top">
    <a class="home" href="/">Campus places</a>
    <p class="moment">\(clocks)</p>
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
    </body>
    </html>

    """
  }

  /// The moment on the clocks of the campuses: "as of Sat 21 Nov 12:00 in New York, 17:00 in London".
  private var clocks: HTML {
    let zones = Set(question.snapshot.catalog.campuses.compactMap(\.timeZone)).sorted { $0.name < $1.name }
    var day: LocalDate?
    var parts: [HTML] = []
    for zone in zones.isEmpty ? [nil] : zones.map(Optional.some) {
      let text = moment.text(in: zone)
      let local = zone?.local(moment).date
      // The year is only said if it is not this one.
      let date = zone.flatMap { zone in local.map { "\($0.text(from: zone.local(question.now).date)) \(text.suffix(5))" } } ?? text
      let clock = local == day ? String(text.suffix(5)) : date
      day = local
      let city = zone.map { zone in zones.count > 1 ? " in \(zone.city)" : "" } ?? ""
      parts.append("<span><time datetime=\"\(zone?.text(moment) ?? moment.description)\">\(clock)</time>\(city)</span>")
    }
    let kind: HTML = question.site.settings.isFixed ? "recorded, as of " : "as of "
    return "\(kind)\(HTML.all(parts, separator: ", "))"
  }

  /// A note that names the feeds that could not be read; nothing if all could.
  private var troubles: HTML {
    let failed = question.snapshot.catalog.feeds.filter { !$0.outcome.isDelivered && $0.outcome != .disabled }
    if failed.isEmpty { return "" }
    let items = failed.map { feed -> HTML in
      let why = feed.reason.map { " (\($0))" } ?? ""
      let rest =
        feed.outcome == .stale
        ? "could not be read\(why); shown as of \(readAt(feed) ?? "an earlier run")."
        : "could not be read\(why), so its places are missing."
      return "<li><strong>\(feed.id.description)</strong> \(rest)</li>"
    }
    let names = failed.count > 3 ? "" : ": \(failed.map(\.id.description).joined(separator: ", "))"
    let count = failed.count == 1 ? "One feed" : "\(failed.count) feeds"
    return """
      <section class="troubles" aria-label="Feeds with problems">
      <details><summary>\(count) could not be read\(names)</summary><ul>\(HTML.all(items))</ul></details>
      </section>
      """
  }

  private var feeds: HTML {
    let items = question.snapshot.catalog.feeds.map { feed -> HTML in
      let name: HTML = feed.url.map { "<a href=\"\(link: $0)\" rel=\"noreferrer\">\(feed.id.description)</a>" } ?? "\(feed.id.description)"
      let licence: HTML? = feed.licence.map { ". \($0)" }
      return "<li>\(name): \(Self.age(of: feed, at: question.now, in: zone(of: feed)))\(licence)</li>"
    }
    return
      "<details class=\"feeds\"><summary>\(question.snapshot.catalog.feeds.count) feeds, and how old they are</summary><ul>\(HTML.all(items))</ul></details>"
  }

  private func zone(of feed: FeedReport) -> Zone? {
    question.snapshot.catalog.campuses.first { $0.id == feed.campus }?.timeZone ?? Zone.shared(by: question.snapshot.catalog.campuses)
  }

  private func readAt(_ feed: FeedReport) -> String? { (feed.checkedAt ?? feed.fetchedAt)?.text(in: zone(of: feed)) }

  /// Returns how a feed was read, and when: "read Sat 21 Nov 2026 11:45, 15 min ago".
  static func age(of feed: FeedReport, at now: Instant, in zone: Zone?) -> String {
    let seen = feed.checkedAt ?? feed.fetchedAt
    let time = seen.map { seen in
      let age = Int(now.secondsSinceEpoch - seen.secondsSinceEpoch)
      return "\(seen.text(in: zone))\(age >= 60 ? ", \(Age.text(age)) ago" : "")"
    }
    return switch feed.outcome {
    case .fresh, .unchanged: "as of \(time ?? "an unknown time")"
    case .sample: "a sample, as of \(time ?? "an unknown time")"
    case .replayed: "a recording, as of \(time ?? "an unknown time")"
    case .stale: "not readable now, as of \(time ?? "an unknown time")"
    case .absent: "missing: it could not be read"
    case .disabled: "missing: it is disabled"
    }
  }
}

extension Zone {
  /// The city in the name: "New York".
  var city: String { String(name.split(separator: "/").last ?? "").replacing("_", with: " ") }
}
