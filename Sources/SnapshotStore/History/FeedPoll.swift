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
      var polls: [FeedPoll] = []
      try database.forEachPoll(since: moment, RunRecord.order) { poll, _ in polls.append(poll) }
      return polls
    }
  }
}

extension Database {
  /// Calls `body` with what each feed delivered in the stored runs, feeds by their ids, and with the number of the result that it brought; nil if
  /// the result is no longer stored, or its entries were the same.
  ///
  /// - Parameters:
  ///   - moment: the earliest time of a run; nil for all.
  ///   - order: of the runs, in SQL.
  func forEachPoll(since moment: Instant? = nil, _ order: String, _ body: (FeedPoll, _ result: Int?) throws -> Void) throws {
    struct ResultKey: Hashable {
      let feed: String
      let acceptedAt: Instant
    }
    let counts = """
      SELECT id, feed, accepted_at, ifnull(sum(what = 'added'), 0), ifnull(sum(what = 'changed'), 0), ifnull(sum(what = 'gone'), 0)
        FROM snapshot LEFT JOIN change ON change.snapshot = snapshot.id WHERE accepted_at >= ifnull(?, '') GROUP BY snapshot.id
      """
    var changes: [ResultKey: (id: Int, changes: FeedPoll.Changes)] = [:]
    let results = try rows(counts, [moment]) { row in
      let id = row.integer()
      let key = ResultKey(feed: row.text(), acceptedAt: row.instant())
      return (key, (id: id, changes: FeedPoll.Changes(added: row.integer(), changed: row.integer(), gone: row.integer())))
    }
    while let (result, found) = try results.next() { changes[result] = found }

    // Consecutive runs that differ only in their times share the content.
    var last: (content: ContentID, reports: [FeedReport])?
    let runs = try RunRecord.rows("WHERE generated_at >= ifnull(?, '') \(order)", [moment], in: self)
    while let run = try runs.next() {
      if last?.content != run.reports {
        last = (run.reports, try SnapshotStore.values(in: requiredContent(run.reports)) { try FeedReport(reading: $0) })
      }
      guard let reports = last?.reports else { continue }
      let times = try StoredJSON.checkTimes(run.checked, from: run.generatedAt)
      guard times.count == reports.count else { throw DamagedRow("the times of the run \(run.id)") }
      let durations = try run.durations.map { try StoredJSON.durations($0) } ?? [:]
      for index in reports.indices.sorted(by: { reports[$0].id < reports[$1].id }) {
        var (report, time) = (reports[index], times[index])
        report.checkedAt = time
        // A new result was accepted at the time of the run, or at that of its check. A feed that was not due has the time of an earlier check.
        let accepted = [.fresh, .replayed].contains(report.outcome) ? [run.generatedAt, time].compactMap { $0 } : []
        let found = accepted.lazy.compactMap { changes[ResultKey(feed: report.id.description, acceptedAt: $0)] }.first
        let poll = FeedPoll(run: run.id, at: run.generatedAt, report: report, duration: durations[index], changes: found?.changes)
        try body(poll, found?.id)
      }
    }
  }
}
