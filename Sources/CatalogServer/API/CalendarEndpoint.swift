/// Calendars (RFC 5545) of single entries and of campuses.
enum CalendarEndpoint {
  /// - Parameter name: the id of a campus with ".ics".
  static func campus(_ question: SiteQuestion, _ name: String) throws -> ServerResponse {
    let catalog = question.snapshot.catalog
    guard name.hasSuffix(".ics"), let id = CampusID(String(name.dropLast(4))), catalog.campuses.contains(where: { $0.id == id }) else {
      throw Problem.notFound("Unknown address; the calendar of a campus is /api/v1/campuses/{campus}.ics.")
    }
    try Parameters(question.target).finish()
    return try respond(to: question, catalog.entries.filter { $0.campus == id })
  }

  static func respond(to question: SiteQuestion, _ entries: [Entry]) throws -> ServerResponse {
    let catalog = question.snapshot.catalog
    let campuses = Set(entries.map(\.campus))
    let part = Catalog(
      generatedAt: catalog.generatedAt, campuses: catalog.campuses.filter { campuses.contains($0.id) },
      feeds: catalog.feeds.filter { campuses.contains($0.campus) }, entries: entries)
    return try CatalogEndpoint.representation(of: part, .ics, ExportFilter(), question)
      .response(to: question.request, modified: catalog.generatedAt, maxAge: 300)
  }
}
