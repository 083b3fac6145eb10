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
