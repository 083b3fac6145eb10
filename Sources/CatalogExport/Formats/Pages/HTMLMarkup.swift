import Foundation
import Basics

/// Pages as one HTML document that needs nothing else: no scripts, no pictures, and its own style.
///
/// Its security policy allows only that style, so that nothing from a feed could load or run anything even if it were markup. All text from
/// feeds is escaped, and isolated from the direction of the text around it.
struct HTMLMarkup: PageMarkup {
  private let header: ExportHeader
  /// Whether there is one campus, whose heading is that of the document.
  private let isAlone: Bool

  init(_ header: ExportHeader) {
    self.header = header
    isAlone = header.campuses.count == 1
  }

  // MARK: - The document

  func begin(_ campuses: [PageCampus], to text: inout TextBuffer) {
    text.append(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '\(Self.styleHash)'; base-uri 'none'; form-action 'none'">
      <meta name="referrer" content="no-referrer">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="aggregate">
      <title>
      """)
    text.appendHTML(title(campuses))
    text.append("</title>\n<style>")
    text.append(HTMLStyle.text)
    text.append("</style>\n</head>\n<body>\n")
    if !isAlone { beginSeveral(campuses, to: &text) }
    text.append("<main>\n")
    if campuses.isEmpty { text.append("<p>The catalog has no campuses, so there is nothing to show.</p>\n") }
  }

  private func title(_ campuses: [PageCampus]) -> String {
    guard isAlone, let campus = campuses.first else { return "Campus hours" }
    return "\(campus.name), \(campus.moment)"
  }

  /// Writes the title of the document and a list of the campuses.
  private func beginSeveral(_ campuses: [PageCampus], to text: inout TextBuffer) {
    text.append("<header class=\"top\">\n<h1>Campus hours</h1>\n")
    if !campuses.isEmpty {
      text.append("<nav aria-label=\"Campuses\">\n<ul>\n")
      for campus in campuses {
        text.append("<li><a href=\"#\(campus.id)\">")
        text.appendIsolated(campus.name)
        text.append("</a></li>\n")
      }
      text.append("</ul>\n</nav>\n")
    }
    text.append("</header>\n")
  }

  func end(to text: inout TextBuffer) {
    text.append("</main>\n<footer class=\"end\">\n<p>Hours that the feeds do not state are unknown, which does not mean closed. ")
    text.append("Made by aggregate from a catalog of ")
    text.appendTime(header.generatedAt, in: header.zone)
    text.append(".</p>\n</footer>\n</body>\n</html>\n")
  }

  // MARK: - A campus

  func begin(_ campus: PageCampus, _ tables: [PageTable], to text: inout TextBuffer) {
    text.append("<section class=\"campus\" id=\"\(campus.id)\" aria-labelledby=\"\(campus.id).name\">\n<header>\n")
    heading(1, "\(campus.id).name", to: &text) { $0.appendIsolated(campus.name) }
    text.append("<p class=\"moment\">")
    text.appendTime(campus.instant, in: campus.zone)
    if let zone = campus.zone { text.append(" <span class=\"zone\">\(zone.name)</span>") }
    if let part = header.filter.pageText { text.append("<br>\(part)") }
    text.append("</p>\n")
    if tables.count > 1 {
      text.append("<nav aria-label=\"Parts of this page\">\n<ul>\n")
      for table in tables { text.append("<li><a href=\"#\(anchor(table, campus))\">\(table.title)</a></li>\n") }
      if !campus.feeds.isEmpty { text.append("<li><a href=\"#\(campus.id).sources\">Sources</a></li>\n") }
      text.append("</ul>\n</nav>\n")
    }
    text.append("</header>\n")
    warnings(campus, to: &text)
    if tables.isEmpty { text.append("<p class=\"nothing\">There is nothing to show: no places, no current events and no alerts.</p>\n") }
  }

  /// Writes what is wrong with the feeds of a campus.
  private func warnings(_ campus: PageCampus, to text: inout TextBuffer) {
    let warnings = campus.feeds.compactMap { feed in feed.warning(in: campus.zone).map { (feed, $0) } }
    if warnings.isEmpty { return }
    text.append("<ul class=\"warnings\">\n")
    for (feed, warning) in warnings {
      text.append("<li><strong>\(feed.isMissing ? "Missing" : "Old"): \(feed.id)</strong> ")
      text.appendHTML(warning)
      text.append("</li>\n")
    }
    text.append("</ul>\n")
  }

  func end(_ campus: PageCampus, to text: inout TextBuffer) {
    if !campus.feeds.isEmpty { sources(of: campus, to: &text) }
    text.append("</section>\n")
  }

  private func sources(of campus: PageCampus, to text: inout TextBuffer) {
    text.append("<section class=\"sources\" aria-labelledby=\"\(campus.id).sources\">\n")
    heading(2, "\(campus.id).sources", to: &text) { $0.append("Sources") }
    text.append("<table>\n<caption>The feeds of this page, and when they were fetched</caption>\n<thead><tr><th scope=\"col\">Feed</th>")
    text.append("<th scope=\"col\">Fetched</th></tr></thead>\n<tbody>\n")
    for feed in campus.feeds {
      text.append("<tr><th scope=\"row\">\(feed.id)")
      if let url = feed.url {
        text.append("<div class=\"detail\">")
        if let address = WebAddress(url) {
          text.appendLink(address.description) { $0.appendIsolated(url) }
        } else {
          text.appendIsolated(url)
        }
        text.append("</div>")
      }
      if let licence = feed.licence {
        text.append("<div class=\"detail\">")
        text.appendIsolated(licence)
        text.append("</div>")
      }
      text.append("</th><td>")
      if let fetchedAt = feed.fetchedAt { text.appendTime(fetchedAt, in: campus.zone) } else { text.append("time unknown") }
      if let checkedAt = feed.checkedAt, checkedAt > feed.fetchedAt ?? .epoch {
        text.append("<div>confirmed ")
        text.appendTime(checkedAt, in: campus.zone)
        text.append("</div>")
      }
      if let age = feed.age(at: campus.instant) { text.append("<div class=\"detail\">\(age)</div>") }
      text.append(feed.isMissing ? "<div><strong>missing</strong>: " : "<div>")
      text.appendHTML(feed.outcomeText)
      text.append("</div></td></tr>\n")
    }
    text.append("</tbody>\n</table>\n</section>\n")
  }

  // MARK: - Tables

  func begin(_ table: PageTable, of campus: PageCampus, to text: inout TextBuffer) {
    let anchor = anchor(table, campus)
    text.append("<section class=\"\(table)\" aria-labelledby=\"\(anchor)\">\n")
    heading(2, anchor, to: &text) { text in
      text.append(table.title)
      if table == .today {
        text.append(" <span class=\"date\">")
        text.appendTime(campus.today)
        text.append("</span>")
      }
    }
    switch table {
    case .alerts: text.append("<ul class=\"list\">\n")
    case .today:
      text.append("<table>\n<caption>Places, whether they are open, and the services of the day</caption>\n")
      text.append("<thead><tr><th scope=\"col\">Place</th><th scope=\"col\">Now and today</th></tr></thead>\n")
    case .week:
      text.append("<div class=\"wide\" role=\"region\" aria-labelledby=\"\(anchor)\" tabindex=\"0\">\n<table>\n")
      text.append("<caption>Open times of seven days</caption>\n")
      text.append("<thead><tr><th scope=\"col\">Place</th>")
      for date in campus.week {
        text.append("<th scope=\"col\">")
        text.appendTime(date.text(from: campus.today), date.description)
        text.append("</th>")
      }
      text.append("</tr></thead>\n")
    case .later:
      text.append("<table>\n<caption>Special hours that go on after this week</caption>\n")
      text.append("<thead><tr><th scope=\"col\">Place</th><th scope=\"col\">Days and hours</th></tr></thead>\n<tbody>\n")
    case .events:
      text.append("<table>\n<caption>Current and coming events</caption>\n<thead><tr><th scope=\"col\">Dates</th>")
      text.append("<th scope=\"col\">Event</th></tr></thead>\n<tbody>\n")
    }
  }

  func end(_ table: PageTable, to text: inout TextBuffer) {
    switch table {
    case .alerts: text.append("</ul>\n")
    case .today: text.append("</table>\n")
    case .week: text.append("</table>\n</div>\n")
    case .later, .events: text.append("</tbody>\n</table>\n")
    }
    text.append("</section>\n")
  }

  func begin(_ category: Category, in table: PageTable, of campus: PageCampus, to text: inout TextBuffer) {
    if table == .later { return }
    let columns = table == .week ? campus.week.count + 1 : 2
    text.append("<tbody>\n<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"\(columns)\">\(category.plural)</th></tr>\n")
  }

  func endCategory(in table: PageTable, to text: inout TextBuffer) {
    if table != .later { text.append("</tbody>\n") }
  }

  private func anchor(_ table: PageTable, _ campus: PageCampus) -> String { "\(campus.id).\(table)" }

  /// Writes a heading.
  ///
  /// - Parameter level: 1 for a campus, 2 for its parts. If there are several campuses, the document has a heading above them.
  private func heading(_ level: Int, _ id: String, to text: inout TextBuffer, _ content: (inout TextBuffer) -> Void) {
    let level = itemLevel - 3 + level
    text.append("<h\(level) id=\"\(id)\">")
    content(&text)
    text.append("</h\(level)>\n")
  }

  /// The level of headings in the parts of a campus.
  var itemLevel: Int { isAlone ? 3 : 4 }

  /// The source expression of the style in the security policy.
  private static let styleHash = "sha256-" + SHA256.hash(Array(HTMLStyle.text.utf8)).withUnsafeBytes { Data($0).base64EncodedString() }
}
