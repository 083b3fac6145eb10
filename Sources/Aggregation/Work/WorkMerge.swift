import CampusCatalog
import FeedKit
package import OpeningHours

/// Merges the results of complete campuses.
package enum WorkMerge {
  /// Calls `write` with the lines of the catalog's campuses, reports and entries, campus by campus.
  ///
  /// A feed that was planned and has no result is stale, or absent (`work.missing`).
  ///
  /// - Parameters:
  ///   - input: the results of all feeds of its campuses.
  ///   - previous: has the entries of feeds that have not changed.
  ///   - moment: the moment of generation.
  /// - Throws: `WorkError` for a feed without its campus; errors of `write`.
  package static func merge(
    _ input: WorkInput, previous: PreviousResults = PreviousResults(), at moment: Instant, _ write: ([UInt8]) throws -> Void
  ) async throws {
    if let feed = input.feedWithoutResult {
      throw WorkError(message: "the input has entries of \(feed), but not its result; pass on all lines")
    }
    var results = input.results
    for (id, feed) in input.feeds where results[id] == nil { results[id] = await missing(feed, at: moment) }
    // Without catalogs, campuses are merged one after another, so that only the entries of one are in memory twice.
    let hasCatalogs = results.values.contains { $0.catalog != nil }
    let groups = Dictionary(grouping: results.values) { hasCatalogs ? nil : $0.report.campus as CampusID? }
    for (_, group) in groups.sorted(by: { ($0.key?.description ?? "") < ($1.key?.description ?? "") }) {
      var all: [FeedResult] = []
      for result in group.sorted(by: { $0.report.id < $1.report.id }) { all.append(await FeedResult(result, in: input, previous)) }
      try merge(all, input, at: moment, write)
    }
  }

  /// Merges the results of campuses that no other feed belongs to.
  private static func merge(_ results: [FeedResult], _ input: WorkInput, at moment: Instant, _ write: ([UInt8]) throws -> Void) throws {
    let needed = Set(results.flatMap { [$0.report.campus] + ($0.upstream?.feeds.map(\.campus) ?? []) })
    var upstreams = Upstreams(needed.sorted().compactMap { input.campuses[$0]?.known })
    let merge = CampusMerge(CollectedResults(upstreams.shown(results)), contested: upstreams.contested, nil)
    let campuses = Dictionary(upstreams.campuses.map { ($0.id, $0) }) { first, _ in first }
    try merge.forEachCampus { id, feeds throws in
      guard let campus = campuses[id] else {
        throw WorkError(
          message: "no line of the campus \(id), which \(merge.results.reports[feeds[0]].id) needs; pass on all lines of the plan")
      }
      let work = input.campuses[id]
      let known = WorkCampus(id, campus, links: work?.links ?? [], corrections: work?.corrections ?? [])
      let (part, changed) = merge.entries(of: known, feeds, at: moment)
      try write(WorkLine.campus(WorkCampus(id, campus, counts: (feeds.count, part.count))).bytes)
      let reports = changed.isEmpty ? feeds.map { merge.results.reports[$0] } : changed.map(\.report)
      for report in reports { try write(WorkLine.report(report).bytes) }
      switch part {
      case .lines(let lines): try write(WorkLine.bytes(of: lines.lines()))
      case .entries(let entries): try write(WorkLine.bytes(of: EntryLines(entries)))
      }
    }
  }

  /// Returns the result of a feed that was planned and not polled: the last good one, if there is one.
  private static func missing(_ feed: WorkFeed, at moment: Instant) async -> WorkResult? {
    guard let adapter = feed.registry.adapter(of: feed.feed) else { return nil }
    let reading = Plan.Reading(feed: feed.feed, adapter: adapter)
    let decision = Acceptance(reading: reading, options: PollOptions(), now: moment).serve(
      FeedState.current(feed.state, reading).state, .workMissing, "the feed was planned, but no result of it arrived")
    let result = await decision.result(of: feed.feed, from: WorkStore())
    return WorkResult(result, of: reading, state: feed.state, feed.scope)
  }
}

/// An error of a filter that is not an error of one line.
package struct WorkError: Error, Sendable, Hashable {
  /// The problem, in one sentence without a period.
  package let message: String
}

extension FeedResult {
  /// Creates the result of a feed with its entries, which are in the input or among the previous results.
  fileprivate init(_ result: WorkResult, in input: WorkInput, _ previous: PreviousResults) async {
    self.init(result.report, priority: result.priority)
    upstream = result.catalog?.upstream
    heldFeeds = result.catalog?.heldFeeds ?? [:]
    moment = result.catalog?.moment
    guard let content = result.content else { return }
    let feed = result.report.id
    do {
      let found = if let lines = input.lines(of: feed, content) { lines } else { try await previous.lines(of: feed, content) }
      guard let lines = found ?? (report.entries == 0 ? EntryLines([]) : nil) else {
        throw StoreError(.workEntries, "its entries, with the hash \(content), are neither in the input nor in the previous results")
      }
      // Damaged lines are of this feed only.
      let entries = try lines.entries()
      guard result.catalog != nil || entries.allSatisfy({ $0.id.feed == feed }) else {
        throw StoreError(.workEntries, "some of its entries have ids of other feeds, and it is no catalog")
      }
      self.content = .lines(LazyEntryLines(lines))
    } catch {
      fail(error as? StoreError ?? StoreError(.storeCorrupt, "the entries of \(feed) cannot be read"))
    }
  }
}
