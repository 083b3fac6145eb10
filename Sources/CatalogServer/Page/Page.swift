import NIOCore

/// The pages for people: the list of places, and a page about each.
enum Page {
  static func respond(to question: SiteQuestion) async throws -> ServerResponse {
    if let asset = PageAssets.respond(to: question) { return asset }
    let path = question.target.path
    if path.isEmpty { return PlacesPage.respond(to: question) }
    if path.count == 4, path[0] == "places" { return PlacePage.respond(to: question, Array(path.dropFirst())) }
    if path.count == 5, path[0] == "places", path[4] == "history" { return try await HistoryPage.respond(to: question, Array(path[1...3])) }
    let unknown = Problem.notFound("Unknown address.")
    guard question.request.field("Accept")?.contains("text/html") == true else { throw unknown }
    return error(unknown, question)
  }

  /// Returns a page that says what is wrong.
  static func error(_ problem: Problem, _ question: SiteQuestion) -> ServerResponse {
    let body: HTML = """
      <main id="main" class="text">
      <h1>\(problem.title)</h1>
      <p>\(problem.detail)</p>
      <p><a href="/">All places</a></p>
      </main>
      """
    return response(PageLayout(title: problem.title, question).document(body), question, status: problem.status)
  }

  static func response(_ document: HTML, _ question: SiteQuestion, status: Int = 200) -> ServerResponse {
    // Sentences change with time, so that a browser asks each time. The answer is short if nothing has changed.
    let page = Representation(document.text.utf8, "text/html; charset=utf-8")
    guard status != 200 else { return page.response(to: question.request, modified: nil, maxAge: 0) }
    let headers = [("content-type", page.mediaType), ("cache-control", "no-cache")]
    return ServerResponse(status, headers.map { (name: $0.0, value: $0.1) }, body: page.body)
  }
}
