import CampusCatalog
import CatalogExport

/// Calendars (RFC 5545) of single entries and of campuses.
enum CalendarEndpoint {
  /// - Parameter name: the id of a campus with ".ics".
  static func campus(_ question: SiteQuestion, _ name: String) throws -> Answer {
    let catalog = question.snapshot.catalog
    guard name.hasSuffix(".ics"), let id = CampusID(String(name.dropLast(4))), catalog.campuses.contains(where: { $0.id == id }) else {
      throw Problem.notFound("Unknown address; the calendar of a campus is /api/v1/campuses/{campus}.ics.")
    }
    try Parameters(question.target).finish()
    return try answer(question, catalog.entries.filter { $0.campus == id })
  }

  /// - Parameter subject: the entry that the calendar is about; nil for a campus.
  static func answer(_ question: SiteQuestion, _ entries: [Entry], about subject: Entry? = nil) throws -> Answer {
    let catalog = question.snapshot.catalog
    let campuses = Set(entries.map(\.campus))
    let part = Catalog(
      generatedAt: catalog.generatedAt, campuses: catalog.campuses.filter { campuses.contains($0.id) },
      feeds: catalog.feeds.filter { campuses.contains($0.campus) }, entries: entries)
    let calendar = try CatalogEndpoint.representation(of: part, .ics, ExportFilter(), question, subject: subject)
    return Answer(calendar, .catalog, modified: question.snapshot.version.modified)
  }
}
