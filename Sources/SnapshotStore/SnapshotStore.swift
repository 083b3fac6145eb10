public import CampusCatalog
public import FeedKit
public import Fetching
public import StoreInterface

/// The store in a file: SQLite with a write-ahead log. Many processes may use one file at the same time.
///
/// What a call of `commit` has acknowledged is on the disk. Contents are named by their SHA-256, compressed, and verified when they
/// are read, by a seal on the compressed bytes; every other row has a checksum. After an error of the disk all further calls fail
/// with that error.
public final class SnapshotStore: FeedStore {
  let connection: Connection
  let commits: CommitQueue

  /// Absolute.
  public var path: String { connection.path }

  /// Whether the log of a process that was killed, or of a machine that went down, had to be played back when the file was opened.
  ///
  /// False too where a process has opened a file by another way to SQLite before its first store: SQLite then tells nobody.
  public let wasRecovered: Bool

  init(_ connection: Connection, wasRecovered: Bool) {
    self.connection = connection
    self.wasRecovered = wasRecovered
    commits = CommitQueue(connection)
  }

  public func states(of feeds: [FeedID]) async throws(StoreError) -> [FeedID: FeedState] {
    try await connection.read { try Reading.states(of: feeds, in: $0) }
  }

  public func hosts() async throws(StoreError) -> [HostState] {
    try await connection.read { try Reading.hosts(in: $0) }
  }

  public func entries(of feed: FeedID) async throws(StoreError) -> [UInt8] {
    try await content(of: feed).unpacked()
  }

  public func lines(of feed: FeedID, _ result: FeedState.LastGood) async throws(StoreError) -> LazyEntryLines {
    let content = try await connection.read { database -> Content? in
      if let id = ContentID(result.content), let content = try Reading.content(id, in: database) { return content }
      // Damage where it is the feed's own that is missing.
      _ = try Reading.entries(of: feed, in: database)
      return nil
    }
    guard let content else {
      throw StoreError(.storeConflict, "the entries of \(feed) are not in \(connection.path) any more, another run has kept newer ones")
    }
    guard try content.isSealed() else { return LazyEntryLines(EntryLines(bytes: try content.unpacked(), count: result.entries)) }
    return LazyEntryLines(count: result.entries, size: content.size) { try content.unpack(into: $0) }
  }

  public func lines(of results: [FeedState.LastGood]) async throws(StoreError) -> [String: LazyEntryLines] {
    let contents = try await connection.read { database in
      try results.compactMap { result in
        try ContentID(result.content).flatMap { try Reading.content($0, in: database) }.map { (result, $0) }
      }
    }
    var lines: [String: LazyEntryLines] = [:]
    for (result, content) in contents where (try? content.isSealed()) == true {
      lines[result.content] = LazyEntryLines(count: result.entries, size: content.size) { try content.unpack(into: $0) }
    }
    return lines
  }

  private func content(of feed: FeedID) async throws(StoreError) -> Content {
    guard let content = try await connection.read({ try Reading.entries(of: feed, in: $0) }) else {
      throw StoreError(.storeCorrupt, "the entries of \(feed) are not kept in \(connection.path)")
    }
    return content
  }

  public func body(_ sha256: String) async throws(StoreError) -> [UInt8]? {
    guard let id = ContentID(sha256), let content = try await connection.read({ try Reading.content(id, in: $0) }) else { return nil }
    return try content.unpacked()
  }

  public func commit(_ update: FeedUpdate) async throws(StoreError) {
    try connection.checkOpen()
    try await commits.commit(.feed(try FeedChange(update)))
  }

  public func commit(_ hosts: [HostUpdate]) async throws(StoreError) { try await commits.commit(.hosts(hosts)) }

  /// Ends the use of the file after what is under way; further calls fail. Without it the file is closed with the last
  /// reference to the store.
  public func close() { connection.close() }
}
