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
    for (campus, all) in Dictionary(grouping: results.values, by: \.report.campus).sorted(by: { $0.key < $1.key }) {
      guard let work = input.campuses[campus] else {
        throw WorkError(message: "no line of the campus \(campus), which \(all[0].report.id) needs; pass on all lines of the plan")
      }
      var merged: [FeedResult] = []
      for result in all.sorted(by: { $0.report.id < $1.report.id }) {
        merged.append(await FeedResult(result, in: input, previous))
      }
      let entries = work.merge(&merged, at: moment)
      try write(WorkLine.campus(WorkCampus(work.campus, reports: merged.count, entries: entries.count)).bytes)
      for result in merged { try write(WorkLine.report(result.report).bytes) }
      try write(WorkLine.bytes(of: EntryLines(entries)))
    }
  }

  /// Returns the result of a feed that was planned and not polled: the last good one, if there is one.
  private static func missing(_ feed: WorkFeed, at moment: Instant) async -> WorkResult? {
    guard let adapter = feed.registry.adapter(of: feed.feed) else { return nil }
    let reading = Plan.Reading(feed: feed.feed, adapter: adapter)
    let decision = Acceptance(reading: reading, options: PollOptions(), now: moment).serve(
      FeedState.current(feed.state, reading).state, .workMissing, "the feed was planned, but no result of it arrived")
    let result = await decision.result(of: feed.feed, from: WorkStore())
    return WorkResult(result, of: reading, state: feed.state)
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
    guard let content = result.content else { return }
    let feed = result.report.id
    do {
      let found = if let lines = input.lines(of: feed, content) { lines } else { try await previous.lines(of: feed, content) }
      guard let lines = found ?? (report.entries == 0 ? EntryLines([]) : nil) else {
        throw StoreError(.workEntries, "its entries, with the hash \(content), are neither in the input nor in the previous results")
      }
      entries = try lines.entries()
    } catch {
      fail(error as? StoreError ?? StoreError(.storeCorrupt, "the entries of \(feed) cannot be read"))
    }
  }
}
