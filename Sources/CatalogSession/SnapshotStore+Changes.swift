import Aggregation
public import CampusCatalog
public import CatalogDiff
public import OpeningHours
public import SnapshotStore

extension SnapshotStore {
  /// Returns the changes that the runs after a given run saw.
  ///
  /// - Parameters:
  ///   - last: the last run to compare; nil for the newest one.
  ///   - limit: the maximum number of runs to compare. A run with the same output as the one before it does not count.
  ///   - filter: the changes to return.
  ///   - style: the clock and the units of the texts.
  ///   - text: returns the part of a run's output to compare; by default, all of it.
  /// - Throws: `storeFailure`, `damagedRun`, `incomparableRuns`; `CancellationError` if the task is canceled; errors of `text`.
  public func changes(
    after run: RunRecord, through last: RunRecord? = nil, limit: Int = .max, filter: ChangeFilter = ChangeFilter(),
    matching: EntryMatching = .id, style: RegionalStyle.Choice = RegionalStyle.Choice(),
    text: (CatalogParts) throws -> CatalogText = { try CatalogText($0, named: "the run of \($0.generatedAt)") }
  ) async throws -> RunChanges {
    let later = try await SessionError.ofStore { () async throws(StoreError) in try await self.runs(after: run) }
    let runs = later.drop { run in last.map { run.id > $0.id } ?? false } + [run]
    var comparisons: [CatalogComparison] = []
    var moments: [(old: Instant, new: Instant)] = []
    var remark: String?
    for (new, old) in zip(runs, runs.dropFirst()) where !new.hasSameOutput(as: old) {
      if comparisons.count == limit {
        remark = "Changes until \(new.generatedAt) are left out: at most \(limit) runs are compared."
        break
      }
      try Task.checkCancellation()
      let (before, after, whole) = try await parts(from: old, to: new)
      let texts = (try text(before), try text(after))
      moments.append((old.generatedAt, new.generatedAt))
      comparisons.append(try Self.comparing { try CatalogComparison(texts.0, texts.1, places: { try text(whole) }) })
    }
    let dates = try await newDates(in: comparisons.reversed(), moments.reversed())
    let logs = try zip(comparisons, dates.reversed()).map { comparison, dates in
      try Self.comparing {
        try ChangeLog(comparison, matching: matching, treatsStaleAsDelivered: true, style: style, newDates: dates).filtered(by: filter)
      }
    }
    return RunChanges(logs: logs.filter { !$0.isEmpty }, remark: remark)
  }

  private static func comparing<Value>(_ body: () throws -> Value) throws(SessionError) -> Value {
    do { return try body() } catch { throw SessionError(.incomparableRuns, "the changes cannot be determined: \(error)") }
  }

  /// Returns the output of two runs without the entries that are stored once for both, and that of the old one with them.
  private func parts(
    from old: RunRecord, to new: RunRecord
  ) async throws(SessionError) -> (before: CatalogParts, after: CatalogParts, whole: CatalogParts) {
    let isSame = new.hasSameEntries(as: old)
    let (before, after) = try await SessionError.ofStore { () async throws(StoreError) in
      isSame ? (try await header(of: old), try await header(of: new)) : (try await catalog(of: old), try await catalog(of: new))
    }
    let shared = before.contents.intersection(after.contents)
    return (before.withoutParts(shared), after.withoutParts(shared), before)
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
