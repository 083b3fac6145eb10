public import Aggregation
import Basics
public import CampusCatalog
public import Fetching
import Foundation
import GRDB

/// A store of feed states, results and runs in one file: SQLite with a write-ahead log. Many processes may use one file at once.
///
/// When `commit` returns, the data is on the disk: SQLite has flushed the log (`PRAGMA synchronous = FULL`). Contents are named by their
/// SHA-256, compressed, and verified when they are read, by a checksum of the compressed bytes; every other row has a checksum too. Reads
/// see everything committed before they begin, and never wait for a writer. After an I/O error all further calls fail with that error.
public final class SnapshotStore: FeedStore {
  let connection: Connection
  let commits: CommitQueue

  /// The absolute path of the file.
  public var path: String { connection.path }

  /// Whether SQLite recovered the file when it was opened (`RecoveryMonitor`). Also false if the process has opened a database without
  /// this library before its first store, because SQLite then reports nothing.
  public let wasRecovered: Bool

  /// The path of the copy that was made before the file was migrated when it was opened; nil if it had the current version.
  public let backup: String?

  init(_ connection: Connection, wasRecovered: Bool, backup: String?) {
    self.connection = connection
    self.wasRecovered = wasRecovered
    self.backup = backup
    commits = CommitQueue(connection)
  }

  /// Reads the states in one transaction.
  ///
  /// - Throws: `store.corrupt` if a row of one of these feeds is damaged or missing.
  public func states(of feeds: [FeedID]) async throws(StoreError) -> [FeedID: FeedState] {
    try await connection.read { try $0.feedStates(of: feeds) }
  }

  /// The states are sorted by origin.
  public func hosts() async throws(StoreError) -> [HostState] {
    try await connection.read { try Array(HostState.rows("ORDER BY origin", in: $0)) }
  }

  /// - Throws: `store.corrupt` if there is no result, or its content is damaged.
  public func entries(of feed: FeedID) async throws(StoreError) -> [UInt8] {
    guard let content = try await connection.read({ try Self.content(of: feed, in: $0) }) else {
      throw StoreError(.storeCorrupt, "the entries of \(feed) are not in \(connection.path)")
    }
    return try content.unpacked()
  }

  /// Returns the lines of a result, by the name of its content. Lines with a checksum are verified and stay compressed; others are
  /// decompressed and verified by their SHA-256.
  ///
  /// - Throws: `store.conflict` if the result is no longer stored; `store.corrupt` if the stored result is damaged.
  public func lines(of feed: FeedID, _ result: FeedState.LastGood) async throws(StoreError) -> LazyEntryLines {
    let content = try await connection.read { database -> StoredContent? in
      if let id = ContentID(result.content), let content = try database.content(id) { return content }
      // Throws if the content of the stored state is missing too, which is damage.
      _ = try Self.content(of: feed, in: database)
      return nil
    }
    guard let content else {
      throw StoreError(.storeConflict, "the entries of \(feed) are no longer in \(connection.path); another run has stored newer ones")
    }
    return try content.lines(result.entries)
  }

  public func lines(of results: [FeedState.LastGood]) async throws(StoreError) -> [String: LazyEntryLines] {
    let contents = try await connection.read { database in
      try results.compactMap { result in
        try ContentID(result.content).flatMap { try database.content($0) }.map { (result, $0) }
      }
    }
    var lines: [String: LazyEntryLines] = [:]
    for (result, content) in contents { lines[result.content] = try? content.lines(result.entries) }
    return lines
  }

  public func unloaded(_ lines: LazyEntryLines) -> LazyEntryLines? {
    if lines.content == nil { return nil }
    return LazyEntryLines(count: lines.count, size: lines.size, content: lines.content) { [connection] lines, target in
      guard let id = lines.content.flatMap({ ContentID($0) }), let content = try connection.readNow({ try $0.content(id) }) else {
        let name = lines.content ?? "without a name"
        throw StoreError(.storeConflict, "the entries \(name) are no longer in \(connection.path); another process has removed them")
      }
      try content.unpack(into: target)
    }
  }

  /// Returns the entries of a feed's last good result, not yet verified; nil if there is none.
  ///
  /// - Throws: `DamagedRow` if the row of the result is damaged, or its content is missing.
  private static func content(of feed: FeedID, in database: Database) throws -> StoredContent? {
    let clause = "WHERE id = (SELECT snapshot FROM feed WHERE id = ?)"
    guard let snapshot = try SnapshotRow.first(clause, [feed.description], in: database) else { return nil }
    guard snapshot.feed == feed.description else { throw DamagedRow("the feed \(feed)") }
    return try database.requiredContent(snapshot.content)
  }

  /// Returns the body with this SHA-256, verified; nil if it is not stored, or the text is not an SHA-256 in lower-case hexadecimal.
  ///
  /// - Throws: `store.corrupt` if it is damaged.
  public func body(_ sha256: String) async throws(StoreError) -> [UInt8]? {
    guard let id = ContentID(sha256), let content = try await connection.read({ try $0.content(id) }) else { return nil }
    return try content.unpacked()
  }

  /// Stores an update in one transaction, which it may share with others. Compresses the contents before it begins.
  ///
  /// - Throws: `store.conflict` if another run has written the state in the meantime (a confirmation is dropped without an error);
  ///   `store.corrupt` if a content does not match its SHA-256; `store.busy`, `store.full`, `store.io` or `store.readonly` if the
  ///   file cannot be written now.
  public func commit(_ update: FeedUpdate) async throws(StoreError) {
    try connection.checkOpen()
    try await commits.commit(try write(update))
  }

  func write(_ update: FeedUpdate) throws(StoreError) -> CommitQueue.Write {
    let (prepared, path) = (try PreparedFeedUpdate(update), connection.path)
    return CommitQueue.Write(size: prepared.size) { database in
      guard try prepared.apply(in: database) else {
        throw StoreError(.storeConflict, "another run has changed the state of the feed in \(path) in the meantime")
      }
    }
  }

  public func commit(_ hosts: [HostUpdate]) async throws(StoreError) { try await commits.commit(write(hosts)) }

  func write(_ hosts: [HostUpdate]) -> CommitQueue.Write {
    CommitQueue.Write(size: hosts.count * 128) { database in
      for host in hosts {
        // A damaged row is replaced.
        let stored = try HostState.firstIntact("WHERE origin = ?", [host.state.origin], in: database)
        try host.replacing(stored).insert(in: database)
      }
    }
  }

  /// Writes a consistent copy of the store, without free space, into an empty file, such as a part file. Reads and writes go on.
  /// Does not flush the copy to the disk.
  ///
  /// `VACUUM INTO` reads in one transaction, so the copy is one state of the file (https://www.sqlite.org/lang_vacuum.html).
  /// - Throws: `store.io` if the file cannot be written or is not empty; `store.full` if there is no space.
  package func copy(intoEmpty target: String) async throws(StoreError) {
    try connection.checkOpen()
    let result: Result<Void, StoreError> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [path] in
        continuation.resume(
          returning: Result {
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            configuration.label = "aggregate.copy"
            let source = try DatabaseQueue.open(path, configuration)
            defer { try? source.close() }
            try source.writeWithoutTransaction { try $0.execute("VACUUM INTO ?", [target]) }
          }.mapError { StoreError($0, at: target) })
      }
    }
    try result.get()
  }

  /// Closes the file after the current work; further calls fail. Otherwise the file is closed when the store is deallocated.
  ///
  /// The last process to close the file checkpoints its log into it and deletes the log.
  public func close() { connection.close() }
}
