import Basics
package import CampusCatalog
import FeedKit
package import Fetching

/// The lines that a filter has read, by their ids.
package struct WorkInput: Sendable {
  private(set) var feeds: [FeedID: WorkFeed] = [:]
  private(set) var campuses: [CampusID: WorkCampus] = [:]
  private(set) var results: [FeedID: WorkResult] = [:]
  private(set) var servers: [String: WorkServer] = [:]
  /// The entries of the result of each feed, in any order. Those of a catalog have ids of other feeds.
  private var entries: [FeedID: [EntryID: Entry]] = [:]

  package init() {}

  /// Reads all lines.
  ///
  /// - Parameter wanted: chooses the feeds whose entries are read.
  /// - Throws: `FileError` for a line that cannot be read, or that appears twice; errors of the input.
  package init(reading reader: inout WorkReader, entriesOf wanted: (FeedID) -> Bool = { _ in true }) throws {
    while let line = try reader.next() {
      switch line {
      case .feed(let feed): try insert(feed, as: feed.feed.id, of: \.feeds, WorkLine.feed, reader)
      case .campus(let campus): try insert(campus, as: campus.id, of: \.campuses, WorkLine.campus, reader)
      case .result(let result): try insert(result, as: result.report.id, of: \.results, WorkLine.result, reader)
      case .entry(let entry, let catalog):
        guard let feed = catalog ?? entry.id.feed, wanted(feed) else { continue }
        if let other = entries[feed, default: [:]].updateValue(entry, forKey: entry.id), other != entry { throw reader.twice(line) }
      case .server(let server): servers[server.origin] = servers[server.origin]?.combined(with: server) ?? server
      case .report: throw reader.error("a report is a line of a catalog; only aggregate work assemble reads it")
      }
    }
  }

  /// Adds a line. The same line may appear again, as when the plan is read with its results.
  private mutating func insert<ID: Hashable, Value>(
    _ value: Value, as id: ID, of lines: WritableKeyPath<WorkInput, [ID: Value]>, _ line: (Value) -> WorkLine, _ reader: WorkReader
  ) throws(FileError) {
    guard let other = self[keyPath: lines].updateValue(value, forKey: id) else { return }
    if line(other).bytes != line(value).bytes { throw reader.twice(line(value)) }
  }

  /// Adds a result of a journal. Servers have their last states.
  ///
  /// - Returns: whether there was no result of this feed.
  mutating func add(_ result: WorkResult, _ part: Part) -> Bool {
    let feed = result.report.id
    guard results.updateValue(result, forKey: feed) == nil else { return false }
    for entry in part.entries { entries[feed, default: [:]][entry.id] = entry }
    for server in part.servers { servers[server.origin] = server }
    return true
  }

  /// Returns these lines with the results of finished feeds, instead of the plan for them.
  ///
  /// - Throws: `WorkError` for a feed that is not planned.
  func continuing(after finished: WorkInput) throws(WorkError) -> WorkInput {
    var input = self
    for (feed, result) in finished.results.sorted(by: { $0.key < $1.key }) {
      guard input.feeds.removeValue(forKey: feed) != nil else {
        throw WorkError(message: "the journal has a result of \(feed), which is not due in this plan; use a new journal for each plan")
      }
      input.results[feed] = result
    }
    for (origin, server) in finished.servers { input.servers[origin] = server }
    return input
  }

  /// The states of feeds after the run whose results these are. A feed without a result has the state that its plan has.
  package var states: [FeedID: FeedState] {
    results.compactMapValues(\.state).merging(feeds.compactMapValues(\.state)) { state, _ in state }
  }

  /// Whether there are no entries.
  var hasNoEntries: Bool { entries.isEmpty }

  /// A feed whose entries are there without a result, which was lost; nil if there is none.
  var feedWithoutResult: FeedID? { entries.keys.filter { results[$0] == nil && feeds[$0] == nil }.min() }

  /// The states of servers, sorted by origin.
  package var hosts: [HostState] { servers.values.map(\.state).sorted { $0.origin < $1.origin } }

  /// The feeds that have results, or need them.
  package var feedIDs: Set<FeedID> { Set(feeds.keys).union(results.keys) }

  /// Returns the lines of a feed's entries, if they have this hash; otherwise nil.
  ///
  /// - Parameter content: the SHA-256 of the lines in lower-case hexadecimal.
  func lines(of feed: FeedID, _ content: String) -> EntryLines? {
    let lines = EntryLines((entries[feed] ?? [:]).values.sorted { $0.id < $1.id })
    return SHA256.hash(lines.bytes).hexadecimal == content ? lines : nil
  }
}
