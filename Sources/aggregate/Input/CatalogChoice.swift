import CampusCatalog
import CatalogDiff
import CatalogSession
import FeedKit
import Foundation
import OpeningHours
import SnapshotStore
import StoreInterface

/// Finds the catalogs to compare: files, stdin, or runs in a store.
struct CatalogChoice {
  let environment: CommandEnvironment
  let settings: Settings
  let store: StoreOption
  /// The campuses and feeds that a run of the store must have; none: whatever its newest run had.
  let filter: ChangeFilter

  /// - Parameter text: a file, which takes precedence; - for stdin; else a `PointInTime`.
  func catalog(_ text: String) async throws -> CatalogText {
    if text == "-" || FileManager.default.fileExists(atPath: text) { return try .file(text) }
    // Whether it is a moment at all does not need a store.
    do throws(SessionError) { _ = try PointInTime.parse(text, zones: [], now: environment.now) } catch {
      throw Failure(
        .data, "\(text) is neither a file nor a time; use a file, latest, latest~1, 2026-11-21, 2026-11-21T12:00:00Z or 7d")
    }
    let opened = try store.open(environment)
    let (selection, zones) = try await newest(opened)
    let point = try Failure.reading("the catalog") { () throws(SessionError) in
      try PointInTime.parse(text, zones: zones, now: environment.now)
    }
    if PointInTime.isReadInUTC(text, zones: zones) { Console.error(SessionNotice.readInUTC("the catalog", text)) }
    if case .moment(let moment) = point, PointInTime.isLocal(text), let zone = zones.first, Set(zones).count == 1 {
      Console.error("\(text) is read as local time in \(zone.name): \(moment)")
    }
    let run = try await point.run(in: opened, selection)
    return try CatalogText(try await opened.catalog(of: run), named: "\(text) (\(run.generatedAt))")
  }

  /// The selection of the run to find, and the zones of its campuses, from the newest run with that selection.
  private func newest(_ store: SnapshotStore) async throws -> (RunSelection, [Zone]) {
    let chosen = try filter.selection()
    let newest = chosen.isAll ? try await store.runs(limit: 1).first : try await store.run(selection: chosen)
    guard let newest else {
      throw Failure(
        .nothing, "\(store.path) has no runs\(chosen.isAll ? "" : " of this selection") yet; run aggregate first, or name two files")
    }
    return (newest.requested, try await store.catalog(of: newest).campuses.compactMap(\.timeZone))
  }
}
