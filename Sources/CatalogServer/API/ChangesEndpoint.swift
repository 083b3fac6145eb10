/// /api/v1/changes and /api/v1/changes.atom: what has changed since a time, for a site with a store.
enum ChangesEndpoint {
  static func answer(_ question: SiteQuestion, isFeed: Bool) async throws -> Answer {
    var parameters = Parameters(question.target)
    let campuses = try parameters.campuses(of: question.snapshot)
    let since = try parameters.value("since") ?? "7d"
    try parameters.finish()
    guard let store = question.snapshot.session.store else {
      throw Problem.notFound("This server has no history: it was not started on a store.")
    }
    // The start follows the clock.
    let lifetime = Answer.Lifetime.until(Instant(secondsSinceEpoch: question.now.secondsSinceEpoch + 60))
    let past: PastCatalog
    do throws(SessionError) {
      past = try await PastCatalog(asOf: since, RunSelection(), in: StoredCatalog(store, path: store.path), now: question.now)
    } catch {
      throw Problem.parameter("since", "\(error.message).")
    }
    let old = CatalogText(named: since, bytes: CatalogWriter.bytes(of: try past.catalog))
    let new = CatalogText(named: "now", bytes: CatalogWriter.bytes(of: question.snapshot.catalog))
    let filter = ChangeFilter(campuses: campuses)
    let log = try ChangeLog(CatalogComparison(old, new, isLiteral: false)).filtered(by: filter)
    guard isFeed else { return API.json(try DiffDocument.text(of: log, literal: nil, filter: filter), lifetime) }
    let about = campuses.sorted().map(\.description).joined(separator: ", ")
    let text = AtomChangeFeed.text(of: log, about: about, pages: Registry().pages)
    return Answer(Representation(text.utf8, "application/atom+xml"), lifetime)
  }
}
