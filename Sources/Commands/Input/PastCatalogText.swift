import Aggregation
import CampusCatalog
import CatalogDiff
import CatalogSession
import Foundation
import OpeningHours
import SnapshotStore

/// The text of a catalog that is compared with another one: a file, or a run in the store.
struct PastCatalogText {
  let text: CatalogText
  /// The run; nil for a file.
  var run: RunRecord?
  /// The store with the run; nil for a file.
  var store: SnapshotStore?

  /// Finds a catalog.
  ///
  /// - Parameters:
  ///   - name: a file, which takes precedence; - for stdin; otherwise a `PointInTime`.
  ///   - chosen: the selection of a run; the newest run's if everything is selected.
  static func find(_ name: String, _ chosen: RunSelection, _ store: StoreOption, _ settings: Settings) async throws -> PastCatalogText {
    if name == "-" || FileManager.default.fileExists(atPath: name) { return PastCatalogText(text: try .file(name)) }
    // Check the text before opening the store.
    if (try? PointInTime.parse(name, zones: [], now: settings.environment.now)) == nil {
      throw Failure(
        .data, "\(name) is neither a file nor a time; use a file, latest, latest~1, 2026-11-21, 2026-11-21T12:00:00Z or 7d")
    }
    let opened = try store.open(settings)
    let selection = try await newest(chosen, opened)
    let zones = PointInTime.needsZones(name) ? try await opened.zones(of: selection) : nil
    let point = try PointInTime.parse(name, of: "the catalog", zones: zones ?? [], now: settings.environment.now)
    if PointInTime.isLocal(name), case .moment(let moment) = point, let zones, let zone = zones.first, Set(zones).count == 1 {
      Console.note("\(name) is read as local time in \(zone.name): \(moment.text(in: zone))")
    }
    let run = try await point.run(in: opened, selection, as: name, zones: zones)
    let catalog = try await opened.catalog(of: run)
    return PastCatalogText(text: try CatalogText(catalog, named: "\(name) (\(run.generatedAt))"), run: run, store: opened)
  }

  /// Returns the changes that each later run saw, up to another one; nil if one of the catalogs is a file, or the other run is older or has
  /// another selection.
  func changes(
    through last: PastCatalogText, _ filter: ChangeFilter, _ matching: EntryMatching, _ style: RegionalStyle.Choice
  ) async throws -> RunChanges? {
    guard let run, let store, let last = last.run, last.selection == run.selection, last.id >= run.id else { return nil }
    return try await store.changes(after: run, through: last, filter: filter, matching: matching, style: style)
  }

  /// Returns the dates with new hours between two runs, compared with the usual week; none if one of the catalogs is a file.
  func newDates(in comparison: CatalogComparison, until last: PastCatalogText) async throws -> [EntryID: [NewDate]] {
    guard let run, let store, let last = last.run else { return [:] }
    return try await store.newDates(in: comparison, (run.generatedAt, last.generatedAt))
  }

  /// Returns the selection of the run to find: the chosen one, or that of the newest run if everything is selected.
  private static func newest(_ chosen: RunSelection, _ store: SnapshotStore) async throws -> RunSelection {
    // A conditional expression with try await in both branches crashes the optimizer of Swift 6.3.
    let newest: RunRecord?
    if chosen.isAll { newest = try await store.runs(limit: 1).first } else { newest = try await store.run(selection: chosen) }
    guard let newest else {
      throw Failure(
        .nothing, "\(store.path) has no runs\(chosen.isAll ? "" : " of this selection") yet; run aggregate first, or name two files")
    }
    return newest.requested
  }
}
