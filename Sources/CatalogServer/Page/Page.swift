import CatalogExport
import HTTPTypes
import Hummingbird
import NIOCore
import OpeningHours

/// The pages for people: the list of places, and a page about each.
enum Page {
  /// Returns an error as a page; nil for clients that do not ask for one, and for the API.
  static func error(_ problem: Problem, _ request: Request, _ settings: SiteSettings) -> Response? {
    guard !request.uri.path.hasPrefix("/api/"), request.headers[.accept]?.contains("text/html") == true else { return nil }
    let body: HTML = """
      <header class="top"><p class="site"><a class="home" href="/campuses">\(PageLayout.logo(settings))\(settings.title)</a></p></header>
      <main id="main" class="text">
      <h1>\(problem.pageTitle)</h1>
      <p>\(problem.pageDetail)</p>
      <p><a href="/campuses">\(Words.text("all-campuses"))</a></p>
      </main>
      """
    let document = PageLayout.document(problem.pageTitle, PageHead(), settings, body)
    return problem.response(ByteBuffer(string: finished(document, settings)), "text/html; charset=utf-8")
  }

  /// Returns a page. Its sentences change with time, so that a browser asks each time.
  static func answer(_ document: HTML, _ question: SiteQuestion, status: Int = 200) -> Answer {
    let page = Representation(finished(document, question.site.settings, question.styleParameters).utf8, "text/html; charset=utf-8")
    return status == 200 ? Answer(page, .revalidated) : Answer(page, status: status)
  }

  private static let addresses = ["href", "src", "action", "data-module"]

  /// Returns the text of a document, with the base path before the addresses of this site, and the style of its own address in its links to
  /// other pages. Only markup has these attributes: quotation marks in text are escaped.
  private static func finished(
    _ document: HTML, _ settings: SiteSettings, _ style: [(name: String, value: String)] = []
  ) -> String {
    let text = style.isEmpty ? document.text : keeping(PlacesForm.address("", style).dropFirst(), inLinksOf: document.text)
    if settings.basePath.isEmpty { return text }
    return addresses.reduce(text) { text, name in
      text.replacing(" \(name)=\"/", with: " \(name)=\"\(settings.basePath)/")
    }
  }

  /// Returns the text of a document whose links to other pages have more parameters, except those that choose the style.
  private static func keeping(_ parameters: Substring, inLinksOf text: String) -> String {
    let parts = text.split(separator: " href=\"/", omittingEmptySubsequences: false)
    var result = String(parts.first ?? "")
    for (before, part) in zip(parts, parts.dropFirst()) {
      let element = before[(before.lastIndex(of: "<") ?? before.startIndex)...]
      let address = part.prefix { $0 != "\"" }
      result += " href=\"/\(address)"
      if element.hasPrefix("<a"), !element.contains(" data-style="), !address.hasPrefix("api/") {
        result += (address.contains("?") ? "&amp;" : "?") + parameters.replacing("&", with: "&amp;")
      }
      result += part[address.endIndex...]
    }
    return result
  }
}

extension Problem {
  /// The title for people.
  var pageTitle: String { choice.map { _ in Words.text("unknown-choice") } ?? Words.table.texts["problem-\(status)"] ?? title }

  /// The problem for people, who may not know the names in addresses.
  var pageDetail: String { choice.map { Words.text("unknown-choice-text", ["choice": $0]) } ?? detail }
}
