import NIOCore

/// The pages for people: the list of places, and a page about each.
enum Page {
  static func answer(_ question: SiteQuestion) async throws -> Answer {
    if let asset = PageAssets.answer(question) { return asset }
    let path = question.target.path
    if path.isEmpty { return PlacesPage.answer(question) }
    if path.count == 4, path[0] == "places" { return try PlacePage.answer(question, Array(path.dropFirst())) }
    if path.count == 5, path[0] == "places", path[4] == "history" { return try await HistoryPage.answer(question, Array(path[1...3])) }
    throw Problem.notFound("Unknown address.")
  }

  /// Returns an error as a page; nil for clients that do not ask for one, and for the API.
  static func error(_ problem: Problem, _ request: ServerRequest) -> ServerResponse? {
    guard !request.target.hasPrefix("/api/"), request.fields.accept?.contains("text/html") == true else { return nil }
    let body: HTML = """
      <header class="top"><a class="home" href="/">Campus places</a></header>
      <main id="main" class="text">
      <h1>\(problem.title)</h1>
      <p>\(problem.detail)</p>
      <p><a href="/">All places</a></p>
      </main>
      """
    var response = problem.response
    response.set("content-type", "text/html; charset=utf-8")
    response.body = ByteBuffer(string: PageLayout.document(problem.title, body).text)
    return response
  }

  /// Returns a page. Its sentences change with time, so that a browser asks each time.
  static func answer(_ document: HTML, status: Int = 200) -> Answer {
    let page = Representation(document.text.utf8, "text/html; charset=utf-8")
    return status == 200 ? Answer(page, .revalidated) : Answer(page, status: status)
  }
}
