public import CampusCatalog
import FeedCore
import Foundation
import GRDB
public import OpeningHours

/// The places of a large catalog, made ready for questions: names and words in FTS5, positions in columns, and when each place
/// is open on the days that were asked about.
///
/// A file of its own, beside the store, that is made anew whenever what it was made of has changed (`IndexKey`) and never
/// changes what it says: it can be deleted at any time. Answers are those of `PlaceQuery.answer(among:by:)`.
public final class CatalogIndex: Sendable {
  let database: DatabaseQueue
  let count: Int
  let campuses: [CampusID]
  /// The feeds that gave the hours of a place, each list once.
  let trusts: [[FeedID]]
  private let path: String

  private init(_ database: DatabaseQueue, path: String) throws {
    self.database = database
    self.path = path
    (count, campuses, trusts) = try database.read { database in
      func list(_ name: String) throws -> [Substring] {
        try IndexFile.meta(name, in: database).split(separator: "\n", omittingEmptySubsequences: false)
      }
      return (
        Int(try IndexFile.meta("places", in: database)) ?? 0, try list("campuses").compactMap { CampusID(String($0)) },
        try list("trusts").map { $0.split(separator: " ").compactMap { FeedID(String($0)) } }
      )
    }
  }

  /// The index in a file; nil when there is none, when it was made of something else, and when it can not be read.
  public static func open(path: String, key: IndexKey) -> CatalogIndex? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      let database = try DatabaseQueue.open(path, configuration)
      let isIndex = try database.read { database in
        try Int32.fetchOne(database, sql: "PRAGMA application_id") == IndexSchema.applicationID
          && IndexFile.meta("key", in: database) == key.text
      }
      return isIndex ? try CatalogIndex(database, path: path) : nil
    } catch {
      return nil
    }
  }

  /// Makes the index of a catalog in a new file, which then takes the place of an old one.
  ///
  /// - Parameters:
  ///   - path: a file that is an index, or none.
  ///   - instant: the moment that will be asked about: the openings of its day are made ready at once.
  /// - Throws: `StoreError` for what the disk refuses. What reading the lines of the catalog throws.
  public static func build(_ catalog: CatalogParts, key: IndexKey, at instant: Instant, path: String) throws -> CatalogIndex {
    guard isIndex(path) || !FileManager.default.fileExists(atPath: path) else {
      throw StoreError("store.version", "\(path) is no index and stays as it is; rename it")
    }
    let builder = try IndexBuilder(catalog)
    let draft = "\(path).draft-\(getpid())"
    StoreFile.removeDrafts(of: path)
    defer { try? FileManager.default.removeItem(atPath: draft) }
    do {
      // What is in a store is for its owner, and so is what is made of it.
      try StoreFile.createNew(draft)
      let database = try DatabaseQueue.open(draft, configuration)
      try database.writeWithoutTransaction { database in
        // A draft that is lost is begun anew; what counts is the moment of renaming.
        try database.execute(
          sql:
            "PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA application_id = \(IndexSchema.applicationID)"
        )
        try database.inTransaction {
          try builder.write(to: database, key: key, days: [Self.day(of: instant)])
          return .commit
        }
      }
      try database.close()
      try StoreFile.bringToDisk(draft)
      try StoreFile.move(draft, to: path)
      // Another process may have put its own in this place meanwhile.
      guard let index = open(path: path, key: key) else { throw StoreError("store.conflict", "\(path) was made anew by another run") }
      return index
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// Deletes the index in a file, if there is one; a file that is none stays.
  public static func remove(path: String) {
    guard isIndex(path) else { return }
    for suffix in ["", "-journal", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// The file says of itself that it is an index (bytes 68 to 71 of SQLite's header), damaged or not.
  private static func isIndex(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    guard let head = try? file.read(upToCount: 72), head.count == 72 else { return false }
    return head.starts(with: Data("SQLite format 3\0".utf8))
      && head.suffix(4).reduce(0) { $0 << 8 | Int32($1) } == IndexSchema.applicationID
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.label = "aggregate.index"
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 4294967296")
    }
    return configuration
  }

  static func day(of instant: Instant) -> Int64 {
    Int64(instant.local(offset: 0).date.daysSinceEpoch)
  }
}
