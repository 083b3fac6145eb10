public import Aggregation
public import CampusCatalog
import GRDB
public import OpeningHours

/// What a feed delivered in a run.
public struct FeedPoll: Sendable {
  /// The numbers of entries by which a result differs from the one before.
  public struct Changes: Sendable, Hashable {
    public let added, changed, gone: Int
  }

  /// The number of the run.
  public let run: Int
  /// The time of the run.
  public let at: Instant
  public let report: FeedReport
  /// How long it took to read the feed; nil if nothing was requested, for recordings, and in runs of earlier versions.
  public let duration: Duration?
  /// The changes that the feed brought; nil if its entries were the same, and if the result is no longer stored.
  public let changes: Changes?
}

extension SnapshotStore {
  /// Returns what each feed delivered in the stored runs, newest runs first, feeds by their ids.
  ///
  /// - Parameter moment: the earliest time of a run; nil for all.
  /// - Throws: `store.corrupt` if a row or a content is damaged.
  public func polls(since moment: Instant? = nil) async throws(StoreError) -> [FeedPoll] {
    try await connection.read { database in
      struct ResultKey: Hashable {
        let feed: String
        let acceptedAt: Instant
      }
      let counts = """
        SELECT feed, accepted_at, ifnull(sum(what = 'added'), 0), ifnull(sum(what = 'changed'), 0), ifnull(sum(what = 'gone'), 0)
          FROM snapshot LEFT JOIN change ON change.snapshot = snapshot.id WHERE accepted_at >= ifnull(?, '') GROUP BY snapshot.id
        """
      var changes: [ResultKey: FeedPoll.Changes] = [:]
      let results = try database.rows(counts, [moment]) { row in
        (
          ResultKey(feed: row.text(), acceptedAt: row.instant()),
          FeedPoll.Changes(added: row.integer(), changed: row.integer(), gone: row.integer())
        )
      }
      while let (result, found) = try results.next() { changes[result] = found }

      var reports: [ContentID: [FeedReport]] = [:]
      var polls: [FeedPoll] = []
      let runs = try RunRecord.rows("WHERE generated_at >= ifnull(?, '') \(RunRecord.order)", [moment], in: database)
      while let run = try runs.next() {
        // Runs that differ only in their times share the content.
        let found = try reports[run.reports] ?? Self.values(in: database.requiredContent(run.reports)) { try FeedReport(reading: $0) }
        reports[run.reports] = found
        let times = try StoredJSON.checkTimes(run.checked, from: run.generatedAt)
        guard times.count == found.count else { throw DamagedRow("the times of the run \(run.id)") }
        let durations = try run.durations.map { try StoredJSON.durations($0) } ?? [:]
        for index in found.indices.sorted(by: { found[$0].id < found[$1].id }) {
          var (report, time) = (found[index], times[index])
          report.checkedAt = time
          // A new result was accepted at the time of the run, or at that of its check. A feed that was not due has the time of an earlier check.
          let times = [.fresh, .replayed].contains(report.outcome) ? [run.generatedAt, time].compactMap { $0 } : []
          let found = times.lazy.compactMap { changes[ResultKey(feed: report.id.description, acceptedAt: $0)] }
          polls.append(FeedPoll(run: run.id, at: run.generatedAt, report: report, duration: durations[index], changes: found.first))
        }
      }
      return polls
    }
  }
}
