import Aggregation
import CampusCatalog
import CatalogDiff
import CatalogSession
import Foundation
import OpeningHours
import SnapshotStore

/// /api/v1/changes.atom: the changes that each run since a time saw.
enum ChangesFeed {
  /// The maximum number of runs to compare for an answer. Feed readers ask more often.
  private static let mostRuns = 200

  /// - Parameters:
  ///   - run: the run after which the changes begin.
  ///   - filter: the changes to list.
  ///   - chosen: the entries of the filter; nil if it has all.
  static func text(
    after run: RunRecord, in store: SnapshotStore, _ filter: ChangeFilter, _ chosen: ChosenEntries?, _ question: SiteQuestion
  ) async throws -> String {
    let changes = try await store.changes(
      after: run, limit: mostRuns, filter: filter, style: question.chosenStyle.inEnglish)
    let target = question.target
    var address = URLComponents()
    address.path = "/" + target.path.joined(separator: "/")
    if !target.query.isEmpty { address.queryItems = target.query.map { URLQueryItem(name: $0.name, value: $0.value) } }
    // In a query, a plus sign would mean a space.
    address.percentEncodedQuery = address.percentEncodedQuery?.replacing("+", with: "%2B")
    let about = filter.campuses.sorted().map(\.description) + (chosen.map { [$0.texts.count.counted("favorite")] } ?? [])
    return AtomChangeFeed.text(
      of: changes.logs, updated: run.generatedAt, at: address.string ?? "", about: about.joined(separator: ", "),
      identity: chosen?.texts ?? [], pages: Registry().pages,
      subtitle: changes.remark ?? "")
  }
}
