import CampusCatalog
import CatalogExport
import OpeningHours
import SnapshotStore

extension HistoryRow {
  /// Calls `body` with each row of a table that it is.
  func forEachRow(_ body: (HistoryTable, [TableCell]) throws -> Void) rethrows {
    switch self {
    case .poll(let poll): try body(.runs, poll.cells)
    case .day(let statement): try statement.forEachRow { try body(.hours, $0) }
    case .version(let version): try body(.versions, version.cells)
    }
  }
}

extension FeedPoll {
  /// How long it took to read the feed, in seconds with three decimals.
  var seconds: Double? { duration.map { ($0 / .milliseconds(1)).rounded() / 1000 } }

  /// The cells of a row of `HistoryTable.runs`.
  var cells: [TableCell] {
    [
      .integer(run), .text("\(at)"), .text("\(report.id)"), .text(report.outcome.rawValue), TableCell(report.reason?.description),
      TableCell(report.fetchedAt?.description), TableCell(report.checkedAt?.description), TableCell(seconds), TableCell(report.attempts),
      TableCell(report.bytes), .integer(report.entries), .integer(report.rejected), TableCell(changes?.added), TableCell(changes?.changed),
      TableCell(changes?.gone),
    ]
  }
}

extension PlaceVersion {
  fileprivate var cells: [TableCell] {
    [
      .text("\(id)"), .text(id.feed.map { "\($0.campus)" } ?? ""), TableCell(name), TableCell(category?.rawValue),
      TableCell(position?.latitude), TableCell(position?.longitude), .text("\(firstSeen)"), .text("\(lastSeen)"),
      TableCell(id.feed?.description), TableCell(run),
    ]
  }
}

extension DayStatement {
  /// Calls `body` with a row for each opening, or with the one of a closed or unknown day. Services without any time between them and their end,
  /// because of a clock change, are left out.
  fileprivate func forEachRow(_ body: ([TableCell]) throws -> Void) rethrows {
    let key: [TableCell] = [.text("\(id)"), .text(id.feed.map { "\($0.campus)" } ?? ""), .text("\(day)")]
    let seen: [TableCell] = [.text("\(firstSeen)"), .text("\(lastSeen)"), TableCell(id.feed?.description), TableCell(run)]
    let zoneName = TableCell.text(zone.name)
    func add(_ state: String, _ opening: (Instant, Instant)? = nil, _ label: String? = nil) throws {
      // The local time is the start of the text.
      func local(_ instant: Instant?) -> TableCell { TableCell(instant.map { String(zone.text($0).prefix(19)) }) }
      try body(
        key + [local(opening?.0), local(opening?.1), TableCell(label), .text(state), .boolean(isInEffect)] + seen + [
          TableCell(opening?.0.description), TableCell(opening?.1.description), zoneName,
        ])
    }
    guard case .services(let services) = plan else { return try add("unknown") }
    var isClosed = true
    for service in services {
      guard let opens = instant(of: service.opens), let closes = instant(of: service.closes), opens < closes else { continue }
      isClosed = false
      try add("open", (opens, closes), service.label)
    }
    if isClosed { try add("closed") }
  }

  private func instant(of time: LocalTime) -> Instant? {
    Instant(secondsSinceEpoch: zone.seconds(wall: Int64(day.daysSinceEpoch) * 86_400 + Int64(time.minutes) * 60))
  }
}
