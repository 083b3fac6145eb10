import CampusCatalog
import CatalogDiff
import CatalogSession
import NIOCore
import OpeningHours
import SnapshotStore

/// /api/v1/changes and /api/v1/changes.atom: the changes since a time, for a site with a store.
enum ChangesEndpoint {
  static func answer(_ question: SiteQuestion, isFeed: Bool) async throws -> Answer {
    var parameters = Parameters(question.target)
    let (campuses, chosen) = (try parameters.campuses(question), try parameters.ids(question))
    let filter = ChangeFilter(campuses: campuses, ids: chosen?.idsAndAliases)
    let since = try parameters.value("since")
    try parameters.checkStyle(["clock"])
    try parameters.finish()
    guard let store = question.snapshot.session.store else {
      throw Problem.notFound("This server has no history: it was not started on a store.")
    }
    // The start follows the clock.
    let lifetime = Answer.Lifetime.until(question.nextMinute)
    let past = try await catalog(since: since, in: store, question)
    try Task.checkCancellation()
    if isFeed {
      let text = try await ChangesFeed.text(after: past.run, in: store, filter, chosen, question)
      return Answer(Representation(text.utf8, "application/atom+xml"), lifetime)
    }
    let log = try await log(past, named: since, filter, question)
    return API.json(try DiffDocument.text(of: log, literal: nil, filter: filter.isEmpty ? nil : filter), lifetime)
  }

  /// Returns the changes of some campuses since a time; nil for a site without a store.
  static func log(_ question: SiteQuestion, _ campuses: Set<CampusID>, since: String) async throws -> ChangeLog? {
    guard let store = question.snapshot.session.store else { return nil }
    return try await log(try await catalog(since: since, in: store, question), named: since, ChangeFilter(campuses: campuses), question)
  }

  private static func log(
    _ past: PastCatalog, named since: String?, _ filter: ChangeFilter, _ question: SiteQuestion
  ) async throws -> ChangeLog {
    var log = try await question.snapshot.changes(since: past, named: since ?? standard, question.chosenStyle.inEnglish)
    if !filter.isEmpty { log = log.filtered(by: filter) }
    try Task.checkCancellation()
    return log
  }

  private static let standard = "7d"

  /// Returns the catalog of the last run at or before a time; by default, a week ago, or the first one of a younger store.
  private static func catalog(since: String?, in store: SnapshotStore, _ question: SiteQuestion) async throws -> PastCatalog {
    let selection = question.snapshot.session.selection
    let stored = StoredCatalog(store, path: store.path)
    do throws(SessionError) {
      return try await PastCatalog(asOf: since ?? standard, selection, in: stored, now: question.now)
    } catch {
      // Messages about the store contain its path, which clients must not see.
      switch error.code {
      case .invalidPoint, .pointTooEarly: throw Problem.parameter("since", "\(error.message).")
      case .missingRun, .missingRuns, .missingSelection: break
      default: throw error
      }
    }
    guard let first = try await store.runs(selection: selection).last?.generatedAt else {
      throw Problem.notFound("This server has no history yet.")
    }
    guard since == nil else { throw Problem.parameter("since", "The history of this server begins at \(first); choose a later time.") }
    return try await PastCatalog(asOf: "\(first)", selection, in: stored, now: question.now)
  }
}
