import CampusCatalog
import CatalogDiff
import FeedCore
import Foundation
import OpeningHours
import SnapshotStore

/// Finds the catalogs that are compared: files, stdin, or what a store remembers of a moment.
struct CatalogChoice {
  let world: World
  let settings: Settings
  let store: StoreOption
  /// The campuses and feeds that a run of the store must have; none: whatever its newest run had.
  let filter: ChangeFilter

  /// - Parameter text: a file, which goes first; - for stdin; else a `PointInTime`.
  func catalog(_ text: String) async throws(Failure) -> CatalogText {
    if text == "-" || FileManager.default.fileExists(atPath: text) { return try .file(text) }
    let point: PointInTime
    do throws(Failure) { point = try PointInTime.parse(text, option: "the catalog", zones: [], now: world.now) } catch {
      throw Failure(
        .data, "there is no file \(text), and it names no moment; write a file, latest, latest~1, 2026-11-21, 2026-11-21T12:00:00Z or 7d")
    }
    let opened = try store.open(world)
    let run = try await point.run(in: opened, try await selection(opened))
    let parts = try await StoreOption.ask { () async throws(StoreError) in try await opened.catalog(of: run) }
    return try CatalogText(parts, named: "\(text) (\(run.generatedAt))")
  }

  private func selection(_ store: SnapshotStore) async throws(Failure) -> RunSelection {
    let chosen = try filter.selection()
    if !chosen.isAll { return chosen }
    let newest = try await StoreOption.ask { () async throws(StoreError) in try await store.runs(limit: 1) }
    guard let newest = newest.first else {
      throw Failure(.nothing, "\(store.path) remembers no run yet; run aggregate once, or name two files")
    }
    return newest.selection
  }
}

extension CatalogText {
  /// What a store keeps, as it was written.
  init(_ parts: CatalogParts, named name: String) throws(Failure) {
    var bytes: [UInt8] = []
    do {
      try CatalogWriter.write(parts) { bytes.append(contentsOf: $0) }
    } catch {
      throw Failure(.local, "\(name) can not be read from the store; `aggregate snapshots verify` tells more")
    }
    self.init(named: name, bytes: bytes)
  }
}
