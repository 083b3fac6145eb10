import Aggregation
public import CampusCatalog
import GRDB
public import OpeningHours
import SimdJSON

extension SnapshotStore {
  /// Calls `body` with the rows of the history: what each feed delivered in each run, oldest runs first; then, for one feed after another, what its
  /// results stated about the service days of places, in the order in which the days ended, and the versions of places, in the order in which they
  /// ended.
  ///
  /// All are read in one transaction, and the results one after another: only the entries of one feed are in memory. Streams have no places.
  ///
  /// - Parameters:
  ///   - moment: leaves out runs before it, versions that were last seen before it, and service days before its local date. Nil for all.
  ///   - includes: whether the entries and reports of a feed are wanted.
  /// - Throws: any error of `body`; a `StoreError`, `store.corrupt` if a row or a content is damaged.
  public func forEachHistoryRow(
    since moment: Instant? = nil, of includes: @escaping (FeedID) -> Bool, _ body: @escaping (HistoryRow) throws -> Void
  ) throws {
    var failure: (any Error)?
    do throws(StoreError) {
      try connection.readNow { database in
        let rows = HistoryRows(database: database, moment: moment, includes: includes) { row in
          do { try body(row) } catch {
            failure = error
            throw error
          }
        }
        try rows.read()
      }
    } catch {
      throw failure ?? error
    }
  }
}

/// Reads the rows of a history in one transaction.
private struct HistoryRows {
  let database: Database
  let moment: Instant?
  let includes: (FeedID) -> Bool
  let body: (HistoryRow) throws -> Void

  private static let results = """
    WHERE NOT EXISTS (SELECT 1 FROM feed WHERE feed.id = snapshot.feed AND is_stream <> 0) ORDER BY feed, id
    """

  func read() throws {
    var runs: [Int: Int] = [:]
    var checks: [String: [Instant]] = [:]
    try database.forEachPoll("ORDER BY id") { poll, result in
      if let result, runs[result] == nil { runs[result] = poll.run }
      if let check = poll.report.checkedAt, includes(poll.report.id) {
        let feed = poll.report.id.description
        if checks[feed]?.last.map({ $0 < check }) ?? true { checks[feed, default: []].append(check) }
      }
      if includes(poll.report.id), poll.at >= moment ?? poll.at { try body(.poll(poll)) }
    }
    let times = "SELECT max(at) FROM (SELECT max(generated_at) AS at FROM run UNION ALL SELECT max(checked_at) FROM snapshot)"
    guard let end = try database.rows(times, [], { $0.optionalInstant() }).next() ?? nil else { return }
    let catalogs = Set(try Array(UpstreamRow.rows(in: database)).map(\.feed))
    var feed: FeedHistory?
    let rows = try SnapshotRow.rows(Self.results, in: database)
    while let row = try rows.next() {
      guard let id = FeedID(row.feed) else { throw DamagedRow("the result \(row.id) of \(row.feed)") }
      guard includes(id) || catalogs.contains(row.feed) else { continue }
      if feed?.feed != row.feed {
        try feed?.finish(at: end, add)
        feed = FeedHistory(row.feed, checks: checks[row.feed] ?? [])
      }
      try feed?.add(row, run: runs[row.id], lines: try database.requiredContent(row.content).unpacked(), add)
    }
    try feed?.finish(at: end, add)
  }

  private func add(_ row: HistoryRow) throws {
    switch row {
    case .poll: break
    case .day(let statement):
      guard statement.id.feed.map(includes) ?? false else { return }
      if let moment, statement.day < statement.zone.local(moment).date { return }
    case .version(let version):
      guard version.id.feed.map(includes) ?? false, version.lastSeen >= moment ?? version.lastSeen else { return }
    }
    try body(row)
  }
}

/// The places of a feed, from one result to the next.
private struct FeedHistory {
  let feed: String
  /// When polls saw the feed, ascending, as far as their runs are stored.
  private let checks: [Instant]
  private var lines: [UInt8] = []
  /// The last result.
  private var result: FeedState.LastGood?
  private var days: [EntryID: StatedDays] = [:]
  private var versions: [EntryID: Version] = [:]
  /// The places with hours, sorted.
  private var order: [EntryID] = []

  private struct Version {
    let name: String?
    let category: CampusCatalog.Category?
    let position: Coordinate?
    let firstSeen: Instant
    let run: Int?

    func ended(_ id: EntryID, at last: Instant) -> PlaceVersion {
      PlaceVersion(id: id, name: name, category: category, position: position, firstSeen: firstSeen, lastSeen: last, run: run)
    }
  }

  init(_ feed: String, checks: [Instant]) { (self.feed, self.checks) = (feed, checks) }

  mutating func add(_ row: SnapshotRow, run: Int?, lines new: [UInt8], _ body: (HistoryRow) throws -> Void) throws {
    let time = row.result.acceptedAt
    try endDays(until: time, body)
    let last = result?.checkedAt ?? time
    for change in EntryLines.changes(from: lines, to: new) {
      var place: Entry?
      if change.kind != .gone {
        let document = try JSONDocument(parsing: change.line)
        if document.root["kind"]?.string == Entry.Kind.place.rawValue { place = try Entry(reading: document.root) }
      }
      try set(change.id, place, at: time, run: run, last, body)
    }
    order = days.keys.sorted()
    (lines, result) = (new, row.result)
  }

  /// Sets what a result states about a place; nil if it does not have the place.
  private mutating func set(
    _ id: EntryID, _ entry: Entry?, at time: Instant, run: Int?, _ last: Instant, _ body: (HistoryRow) throws -> Void
  ) throws {
    let hours = entry?.place?.hours
    if let hours {
      if days[id]?.update(hours, at: time, run: run, confirmed: last) == nil { days[id] = StatedDays(id, hours, at: time, run: run) }
    } else if let former = days.removeValue(forKey: id) {
      try former.withdrawn(at: time, checked: last).forEach { try body(.day($0)) }
    }
    let version = entry.map { entry in
      Version(
        name: entry.name, category: entry.place?.category, position: entry.place?.location.coordinate, firstSeen: time, run: run)
    }
    if let former = versions[id] {
      if let version, former.name.map({ Array($0.utf8) }) == version.name.map({ Array($0.utf8) }), former.category == version.category,
        former.position == version.position
      {
        return
      }
      try body(.version(former.ended(id, at: last)))
    }
    versions[id] = version
  }

  /// Ends the days of all places that are over by a time, one day after another.
  private mutating func endDays(until time: Instant, _ body: (HistoryRow) throws -> Void) throws {
    guard let result else { return }
    while let end = days.values.lazy.map(\.end).min(), end <= time {
      let seen = lastCheck(of: result, before: end)
      for id in order where days[id]?.end == end {
        try days[id]?.endDay(checked: result.checkedAt, seen: seen).forEach { try body(.day($0)) }
      }
    }
  }

  /// Returns when a poll last saw a result before a time, as far as its runs are stored.
  private func lastCheck(of result: FeedState.LastGood, before time: Instant) -> Instant {
    if result.checkedAt < time { return result.checkedAt }
    let index = checks.partitioningIndex { $0 >= time }
    return max(result.acceptedAt, index > 0 ? checks[index - 1] : result.acceptedAt)
  }

  /// Ends all versions.
  ///
  /// - Parameter end: the last moment that the store knows about.
  mutating func finish(at end: Instant, _ body: (HistoryRow) throws -> Void) throws {
    guard let checked = result?.checkedAt else { return }
    try endDays(until: end, body)
    for id in order { try days[id]?.finished(at: end, checked: checked).forEach { try body(.day($0)) } }
    for (id, version) in versions.sorted(by: { $0.key < $1.key }) { try body(.version(version.ended(id, at: checked))) }
  }
}
