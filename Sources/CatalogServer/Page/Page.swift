import CatalogExport
import HTTPTypes
import Hummingbird
import NIOCore

/// The pages for people: the list of places, and a page about each.
enum Page {
  /// Returns an error as a page; nil for clients that do not ask for one, and for the API.
  static func error(_ problem: Problem, _ request: Request, _ settings: SiteSettings) -> Response? {
    guard !request.uri.path.hasPrefix("/api/"), request.headers[.accept]?.contains("text/html") == true else { return nil }
    let body: HTML = """
      <header class="top"><p class="site"><a class="home" href="/campuses">\(PageLayout.logo(settings))\(settings.title)</a></p></header>
      <main id="main" class="text">
      <h1>\(problem.pageTitle)</h1>
      <p>\(problem.detail)</p>
      <p><a href="/campuses">\(Words.text("all-campuses"))</a></p>
      </main>
      """
    let document = PageLayout.document(problem.pageTitle, PageHead(), settings, body)
    return problem.response(ByteBuffer(string: finished(document, settings)), "text/html; charset=utf-8")
  }

  /// Returns a page. Its sentences change with time, so that a browser asks each time.
  static func answer(_ document: HTML, _ question: SiteQuestion, status: Int = 200) -> Answer {
    let page = Representation(finished(document, question.site.settings).utf8, "text/html; charset=utf-8")
    return status == 200 ? Answer(page, .revalidated) : Answer(page, status: status)
  }

  private static let addresses = ["href", "src", "action", "data-module"]

  /// Returns the text of a document, with the base path before the addresses of this site. Only markup has these attributes: quotation marks in
  /// text are escaped.
  private static func finished(_ document: HTML, _ settings: SiteSettings) -> String {
    if settings.basePath.isEmpty { return document.text }
    return addresses.reduce(document.text) { text, name in
      text.replacing(" \(name)=\"/", with: " \(name)=\"\(settings.basePath)/")
    }
  }
}

extension Problem {
  /// The title for people.
  var pageTitle: String { Words.texts["problem-\(status)"] ?? title }
}
