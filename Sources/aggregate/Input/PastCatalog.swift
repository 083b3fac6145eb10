import Aggregation
import CampusCatalog
import FeedCore
import OpeningHours
import SnapshotStore

/// What a run of the past wrote, out of a store; nothing of it is made anew.
struct PastCatalog {
  let run: RunRecord
  let parts: CatalogParts
  /// The moment that was named; that of the run where a run was named.
  let moment: Instant

  /// - Parameter text: a `PointInTime`.
  /// - Throws: exit 4 for a store that has no such run.
  static func read(
    asOf text: String, _ source: SourceOptions, store path: String, _ world: World, _ settings: Settings
  ) async throws(Failure) -> PastCatalog {
    let registry = try source.registry(settings)
    let selection = try source.selection(settings, in: registry, isPast: true).kept
    let zones = registry.feeds.filter { $0.isEnabled && selection.contains($0.id) }.compactMap(\.campus.timeZone)
    let point = try PointInTime.parse(text, zones: zones, now: world.now)
    guard let store = try StoredCatalog.open(path) else {
      throw Failure(.nothing, "there is no store at \(path) yet; \(StoredCatalog.advice)")
    }
    let run = try await point.run(in: store, selection)
    let parts: CatalogParts
    do throws(StoreError) { parts = try await store.catalog(of: run) } catch {
      throw Failure(.local, "\(error.detail) (\(error.reason)); `aggregate snapshots verify` tells what else is damaged")
    }
    if run.isFiltered { Console.error("No run of this selection alone is remembered: this is its part of the run of \(run.generatedAt).") }
    let moment = if case .moment(let moment) = point { moment } else { run.generatedAt }
    return PastCatalog(run: run, parts: parts, moment: moment)
  }

  /// With all its entries.
  var catalog: Catalog {
    get throws(Failure) {
      do { return try parts.catalog() } catch {
        throw Failure(.local, "what the run of \(run.generatedAt) wrote can not be read; `aggregate snapshots verify` tells more")
      }
    }
  }
}
