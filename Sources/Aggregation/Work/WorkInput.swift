import FeedKit
import Basics
package import CampusCatalog
package import Fetching

/// The lines that a filter has read, by their ids.
package struct WorkInput: Sendable {
  private(set) var feeds: [FeedID: WorkFeed] = [:]
  private(set) var campuses: [CampusID: WorkCampus] = [:]
  private(set) var results: [FeedID: WorkResult] = [:]
  private(set) var servers: [String: WorkServer] = [:]
  /// The entries of each feed, in any order.
  private var entries: [FeedID: [EntryID: Entry]] = [:]

  package init() {}

  /// Reads all lines.
  ///
  /// - Parameter wanted: chooses the feeds whose entries are read.
  /// - Throws: `FileError` for a line that cannot be read, or that appears twice; errors of the input.
  package init(reading reader: inout WorkReader, entriesOf wanted: (FeedID) -> Bool = { _ in true }) throws {
    while let line = try reader.next() {
      let isNew: Bool =
        switch line {
        case .feed(let feed): feeds.updateValue(feed, forKey: feed.feed.id) == nil
        case .campus(let campus): campuses.updateValue(campus, forKey: campus.campus.id) == nil
        case .result(let result): results.updateValue(result, forKey: result.report.id) == nil
        case .entry(let entry):
          if let feed = entry.id.feed, wanted(feed) {
            entries[feed, default: [:]].updateValue(entry, forKey: entry.id) == nil
          } else {
            true
          }
        case .server(let server): add(server)
        case .report: throw reader.error("a report is a line of a catalog; only aggregate work assemble reads it")
        }
      guard isNew else { throw reader.error("the line \"\(line.key)\" appears twice") }
    }
  }

  /// Adds the state of a server, which several processes may have written. Always returns true.
  private mutating func add(_ server: WorkServer) -> Bool {
    servers[server.origin] = servers[server.origin]?.combined(with: server) ?? server
    return true
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
    for (feed, result) in finished.results {
      guard input.feeds.removeValue(forKey: feed) != nil else {
        throw WorkError(message: "the journal has a result of \(feed), which is not due in this plan; use a new journal for each plan")
      }
      input.results[feed] = result
    }
    for (origin, server) in finished.servers { input.servers[origin] = server }
    return input
  }

  /// The states of feeds after the run whose results these are.
  package var states: [FeedID: FeedState] { results.compactMapValues(\.state) }

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
