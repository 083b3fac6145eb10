import Aggregation
import CampusCatalog
import GRDB
import OpeningHours
import SimdJSON

/// When a stored result was accepted and last checked, and its content, without the rest of its row (`SnapshotRow`).
struct ResultTimes {
  let feed: String
  let acceptedAt: Instant
  let checkedAt: Instant
  let content: ContentID

  /// Returns those of a campus by feed, oldest first, without streams.
  static func all(of campus: CampusID, in database: Database) throws -> RowCursor<ResultTimes> {
    let query = """
      SELECT feed, accepted_at, checked_at, content FROM snapshot WHERE feed >= ?1 || '/' AND feed < ?1 || '0'
      AND NOT EXISTS (SELECT 1 FROM feed WHERE feed.id = snapshot.feed AND is_stream <> 0) ORDER BY feed, accepted_at, id
      """
    return try database.rows(query, [campus.description]) { row in
      let times = ResultTimes(feed: row.text(), acceptedAt: row.instant(), checkedAt: row.instant(), content: row.content())
      guard row.isSound else { throw DamagedRow("a result of \(times.feed)") }
      return times
    }
  }
}

/// The stored results of a feed, oldest first.
struct FeedResults {
  /// After a feed has not been read for this long, its hours are not known. In seconds.
  static let longestSilence: Int64 = 14 * 86_400

  let feed: String
  var rows: [ResultTimes] = []

  /// Returns the newest result at a moment; nil if there is none, or if the feed had not been read for too long.
  func row(at moment: Instant) -> ResultTimes? {
    // The number of results until then, by binary search.
    var (count, end) = (0, rows.count)
    while count < end {
      let middle = (count + end) / 2
      if rows[middle].acceptedAt <= moment { count = middle + 1 } else { end = middle }
    }
    guard count > 0 else { return nil }
    let row = rows[count - 1]
    return moment.secondsSinceEpoch - row.checkedAt.secondsSinceEpoch > Self.longestSilence ? nil : row
  }
}

/// The places with hours in the stored results of a campus, by the ids of their records. Fastest at moments that ascend.
struct CampusPlaces {
  /// The lines of a result, and the places with hours in them.
  private typealias Lines = [(bytes: [UInt8], place: (id: String, hours: Schedule)?)]

  private let feeds: [FeedResults]
  /// The results at the last moment, and their lines, by feed.
  private var contents: [ContentID?]
  private var lines: [Lines]
  private var places: [String: Schedule]?

  init(_ feeds: [FeedResults]) {
    self.feeds = feeds
    contents = feeds.map { _ in nil }
    lines = feeds.map { _ in [] }
  }

  /// Returns the hours that the feeds had stated by a moment, by the id of the record.
  mutating func places(at moment: Instant, in database: Database) throws -> [String: Schedule] {
    try read(at: moment, in: database)
    if let places { return places }
    let all = Dictionary(lines.joined().lazy.compactMap(\.place)) { _, last in last }
    places = all
    return all
  }

  /// Returns the hours on a date that the feeds had stated by a moment, in the order of the feeds and of their records. Those that are not
  /// known are left out.
  mutating func hours(on date: LocalDate, at moment: Instant, in database: Database) throws -> [UsualWeeks.PlaceHours] {
    try read(at: moment, in: database)
    return lines.joined().compactMap { line in
      line.place.flatMap { place in UsualWeeks.Hours(place.hours, on: date).map { (place.id, $0) } }
    }
  }

  private mutating func read(at moment: Instant, in database: Database) throws {
    let contents = feeds.map { $0.row(at: moment)?.content }
    guard contents != self.contents else { return }
    for index in feeds.indices where contents[index] != self.contents[index] {
      lines[index] = try contents[index].map { try read($0, ofFeed: index, in: database) } ?? []
    }
    (self.contents, places) = (contents, nil)
  }

  private func read(_ content: ContentID, ofFeed index: Int, in database: Database) throws -> Lines {
    let last = lines[index]
    return try database.requiredContent(content).unpacked().withUnsafeBytes { bytes in
      // Most lines of most results are as they were.
      try EntryLine.all(in: bytes).enumerated().map { position, line in
        if position < last.count, last[position].bytes.withUnsafeBytes({ $0.isSame(as: line.bytes) }) { return last[position] }
        let bytes = Array(line.bytes)
        return (bytes, try Self.place(in: bytes))
      }
    }
  }

  /// Returns the place in a line; nil if it is not a place with hours.
  static func place(in line: [UInt8]) throws -> (id: String, hours: Schedule)? {
    let document = try JSONDocument(parsing: line)
    guard document.root["kind"]?.string == Entry.Kind.place.rawValue, let hours = document.root["hours"],
      let id = document.root["id"]?.string
    else { return nil }
    return (id, try Schedule(reading: hours))
  }
}

extension UsualWeeks.Hours {
  /// Creates the hours of a date; nil if they are not known.
  fileprivate init?(_ schedule: Schedule, on date: LocalDate) {
    guard let index = schedule.decidingLayer(on: date) else { return nil }
    let plan = schedule.plan(on: date)
    guard case .services = plan else { return nil }
    self.init(plan.openMinutes, isDated: schedule.layers[index].level >= .holiday)
  }
}

/// The hours of one place by the versions of its entry.
struct PlaceVersions {
  private let id: EntryID
  /// The results of its feed.
  private let results: FeedResults?
  /// Oldest first.
  private let versions: [(at: Instant, hours: Schedule?)]

  init(_ id: EntryID, _ versions: [EntryVersion], _ feeds: [FeedResults]) throws {
    self.id = id
    results = feeds.first { $0.feed == id.feed?.description }
    self.versions = try versions.map { version in
      guard case .line(let line) = version.state else { return (version.at, nil) }
      return (version.at, try CampusPlaces.place(in: line)?.hours)
    }
  }

  /// Returns the hours that the feed had stated by a moment.
  func places(at moment: Instant) -> [String: Schedule] {
    guard results?.row(at: moment) != nil, let hours = versions.last(where: { $0.at <= moment })?.hours else { return [:] }
    return [id.description: hours]
  }
}
