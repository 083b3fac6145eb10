public import Aggregation
public import CampusCatalog
public import OpeningHours
public import SnapshotStore

/// The stored output of an earlier run, unchanged.
public struct PastCatalog: Sendable {
  public let run: RunRecord
  public let parts: CatalogParts
  /// The requested moment, or the moment of the requested run.
  public let moment: Instant
  public let notices: [SessionNotice]

  /// Reads the run at a point in time.
  ///
  /// - Parameter selection: the campuses and feeds, which may no longer be in the registry.
  /// - Throws: `missingStore`, `damagedRun`, and the errors of `PointInTime`.
  public init(
    asOf text: String, _ selection: RunSelection, in stored: StoredCatalog, now: Instant
  ) async throws(SessionError) {
    // Reject an invalid text before opening the store.
    _ = try PointInTime.parse(text, zones: [], now: now)
    let store = try stored.required
    let zones = PointInTime.needsZones(text) ? try await store.zones(of: selection) : nil
    let point = try PointInTime.parse(text, zones: zones ?? [], now: now)
    let run = try await point.run(in: store, selection, as: text, zones: zones)
    do throws(StoreError) { parts = try await store.catalog(of: run) } catch {
      throw SessionError(.damagedRun, SessionError(error).message)
    }
    self.run = run
    moment = if case .moment(let moment) = point { moment } else { run.generatedAt }
    notices =
      (PointInTime.isReadInUTC(text, zones: zones ?? []) ? [.readInUTC] : []) + (run.isFiltered ? [.partOfRun(run.generatedAt)] : [])
  }

  /// - Throws: `damagedRun`.
  public var catalog: Catalog { get throws(SessionError) { try parts.catalogOfRun } }
}

extension CatalogParts {
  /// The catalog of a run in a store.
  ///
  /// - Throws: `damagedRun`.
  var catalogOfRun: Catalog {
    get throws(SessionError) {
      do { return try catalog() } catch { throw SessionError(.damagedRun, "the run of \(generatedAt) cannot be read") }
    }
  }
}
