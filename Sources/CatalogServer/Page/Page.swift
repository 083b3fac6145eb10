import CatalogExport
import HTTPTypes
import Hummingbird
import NIOCore

/// The pages for people: the list of places, and a page about each.
enum Page {
  /// Returns an error as a page; nil for clients that do not ask for one, and for the API.
  static func error(_ problem: Problem, _ request: Request) -> Response? {
    guard !request.uri.path.hasPrefix("/api/"), request.headers[.accept]?.contains("text/html") == true else { return nil }
    let body: HTML = """
      <header class="top"><a class="home" href="/campuses">\(Words.text("campus-places"))</a></header>
      <main id="main" class="text">
      <h1>\(problem.title)</h1>
      <p>\(problem.detail)</p>
      <p><a href="/campuses">\(Words.text("all-campuses"))</a></p>
      </main>
      """
    return problem.response(ByteBuffer(string: PageLayout.document(problem.title, body).text), "text/html; charset=utf-8")
  }

  /// Returns a page. Its sentences change with time, so that a browser asks each time.
  static func answer(_ document: HTML, status: Int = 200) -> Answer {
    let page = Representation(document.text.utf8, "text/html; charset=utf-8")
    return status == 200 ? Answer(page, .revalidated) : Answer(page, status: status)
  }
}
