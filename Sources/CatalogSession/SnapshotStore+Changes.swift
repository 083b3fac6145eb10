import Aggregation
import CampusCatalog
public import CatalogDiff
public import SnapshotStore

extension SnapshotStore {
  /// Returns the changes that the runs after another one saw, each compared with the run before it, newest first. Runs that saw none are left
  /// out.
  ///
  /// - Parameter limit: the maximum number of runs; changes of older ones are left out.
  /// - Throws: `storeFailure`, `damagedRun`, `incomparableRuns`; `CancellationError` if the task is canceled.
  public func changes(after run: RunRecord, limit: Int) async throws -> [ChangeLog] {
    let runs = try await SessionError.ofStore { () async throws(StoreError) in try await self.runs(after: run) } + [run]
    var logs: [ChangeLog] = []
    for (new, old) in zip(runs, runs.dropFirst()) where logs.count < limit && !new.hasSameOutput(as: old) {
      try Task.checkCancellation()
      let log = try await changes(from: old, to: new)
      if !log.isEmpty { logs.append(log) }
    }
    return logs
  }

  /// Compares two runs. Entries that are stored once for both are not read.
  private func changes(from old: RunRecord, to new: RunRecord) async throws(SessionError) -> ChangeLog {
    let isSame = new.hasSameEntries(as: old)
    var (before, after) = try await SessionError.ofStore { () async throws(StoreError) in
      isSame ? (try await header(of: old), try await header(of: new)) : (try await catalog(of: old), try await catalog(of: new))
    }
    let shared = before.contents.intersection(after.contents)
    before = before.withoutParts(shared)
    after = after.withoutParts(shared)
    let texts = (
      try CatalogText(before, named: "the run of \(old.generatedAt)"), try CatalogText(after, named: "the run of \(new.generatedAt)")
    )
    do { return try ChangeLog(CatalogComparison(texts.0, texts.1), treatsStaleAsDelivered: true) } catch {
      throw SessionError(.incomparableRuns, "the changes cannot be determined: \(error)")
    }
  }
}

extension CatalogParts {
  /// The names of the contents that a store has as one result.
  fileprivate var contents: Set<String> { Set(parts.compactMap(\.content)) }

  /// Returns the catalog without the entries that have one of these contents.
  fileprivate func withoutParts(_ contents: Set<String>) -> CatalogParts {
    let others = parts.filter { !($0.content.map(contents.contains) ?? false) }
    // Parts that are given for one campus keep their order.
    let campus = campuses.first?.id
    return CatalogParts(
      generatedAt: generatedAt, campuses: campuses, feeds: feeds, parts: others.compactMap { part in campus.map { ($0, part) } })
  }
}

extension CatalogParts.Part {
  fileprivate var content: String? { if case .lines(let lines) = self { lines.content } else { nil } }
}
