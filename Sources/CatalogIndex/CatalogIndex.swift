import GRDB
import SnapshotStore

/// An index of the places of a large catalog: names and words in FTS5, positions in columns, and the opening times on recently queried
/// days.
///
/// The index is a file beside the store. It is updated when the data it was built from has changed (`IndexKey`), in time proportional
/// to the changes, and can be deleted at any time. Many processes may use one file at once: it is only changed in transactions, and
/// never replaced by another file. It gives the same answers as `PlaceQuery.results(in:by:)`; a damaged file gives no answers.
public final class CatalogIndex: Sendable {
  private let database: DatabaseQueue
  private let path: String
  private let key: IndexKey

  private init(_ database: DatabaseQueue, path: String, key: IndexKey) {
    self.database = database
    self.path = path
    self.key = key
  }

  /// The state of an index file. Other processes may change it at any time; `build` and `update` check again.
  public enum State: Sendable {
    case current(CatalogIndex)
    /// The index must be updated with the entries of these campuses. (The set may be empty.)
    case outdated(Set<CampusID>)
    /// There is no usable index; it must be built.
    case absent
    /// Another process has locked the index for longer than the timeout.
    case busy
  }

  /// Reads the state in one transaction. Never throws: a file that is damaged or of another edition counts as absent.
  ///
  /// An index also counts as absent when late rows are more than a quarter of the base rows plus 1,000, or when rows without a place
  /// outnumber places by more than 1,000: searches are then slower than after a rebuild.
  /// - Parameter key: the data that the index should have been built from.
  public static func state(path: String, key: IndexKey) -> State {
    guard IndexFile.kind(path) == .index else { return .absent }
    do {
      let database = try IndexFile.open(path)
      let state = try database.read { database -> State? in
        guard let view = try IndexView(database), view.edition == key.edition else { return .absent }
        if view.key == key.text { return nil }
        // Late and unused rows make searches slower. Rebuild the index when there are too many.
        guard view.order.late.count <= view.order.base / 4 + 1000, view.capacity <= 2 * view.count + 1000 else { return .absent }
        return .outdated(try IndexUpdate.outdated(view, key: key))
      }
      return state ?? .current(CatalogIndex(database, path: path, key: key))
    } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
      return .busy
    } catch {
      return .absent
    }
  }

  /// Opens the index in a file; nil unless its state is current.
  public static func open(path: String, key: IndexKey) -> CatalogIndex? {
    if case .current(let index) = state(path: path, key: key) { index } else { nil }
  }

  /// Builds the index of a catalog.
  ///
  /// Reads the catalog before it changes the file. Then empties the file, creates the tables in one transaction, and writes all rows
  /// in another: a process that is killed leaves an unfinished index, which counts as absent.
  /// - Parameters:
  ///   - catalog: a catalog with all entries.
  ///   - key: the data that the catalog was made from.
  ///   - path: an index, which is replaced, or a file that does not exist.
  /// - Throws: `StoreError` if the file cannot be written or is locked by another process; errors of reading the catalog.
  public static func build(_ catalog: CatalogParts, key: IndexKey, path: String) throws -> CatalogIndex {
    guard IndexFile.kind(path) != .other else {
      throw StoreError(.storeVersion, "\(path) is not an index, so it is not changed; rename it")
    }
    let dictionary = try LinePacker.dictionary(for: catalog)
    let empty = key.campuses.mapValues { _ in [RowVersion]() }
    let changes = try IndexChanges(to: catalog, from: empty, dictionary: dictionary)
    // Another process may have built it in the meantime.
    if let index = open(path: path, key: key) { return index }
    do {
      try StoreFile.create(path)
      try IndexFile.reset(path)
      let database = try IndexFile.open(path)
      try write(database) { database in
        try IndexFile.makeTables(database)
        return true
      }
      try write(database) { database in
        // Another process may have started to build it.
        guard try IndexView(database) == nil else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
        try database.execute("INSERT INTO dictionary (bytes) VALUES (?)", [dictionary])
        try database.writeMeta(key: "", edition: key.edition, places: 0, capacity: 0, RowOrder(base: 0, late: []))
        guard let view = try IndexView(database) else { return false }
        var update = try IndexUpdate(view, key: key)
        try update.write(changes)
        // Merge the lists that FTS5 has made in the meantime.
        try database.execute(sql: "INSERT INTO name_word (name_word) VALUES ('optimize'); INSERT INTO word (word) VALUES ('optimize')")
        return true
      }
      return CatalogIndex(database, path: path, key: key)
    } catch {
      throw failure(error, path)
    }
  }

  /// Updates an index in one transaction, which is rolled back if the index must be rebuilt.
  ///
  /// - Parameters:
  ///   - catalog: a catalog with all entries of the outdated campuses.
  ///   - campuses: the outdated campuses (`State.outdated`).
  /// - Returns: nil if the index must be rebuilt, because too much has changed, another process has updated it to another state of
  ///   the store, or the file is damaged.
  /// - Throws: the same errors as `build`.
  public static func update(
    _ catalog: CatalogParts, of campuses: Set<CampusID>, key: IndexKey, path: String
  ) throws -> CatalogIndex? {
    do {
      let database = try IndexFile.open(path)
      let isDone = try write(database) { database in
        guard let view = try IndexView(database), view.edition == key.edition else { return false }
        if view.key == key.text { return true }
        // Another process may have updated it to another state of the store.
        guard try IndexUpdate.outdated(view, key: key).isSubset(of: campuses) else { return false }
        var update = try IndexUpdate(view, key: key)
        return try update.run(catalog, of: campuses)
      }
      return isDone ? CatalogIndex(database, path: path, key: key) : nil
    } catch let error as DatabaseError where isDamage(error) {
      return nil
    } catch {
      throw failure(error, path)
    }
  }

  /// Runs one transaction, with SQLite's write lock from the start. Rolls it back if `body` returns false.
  @discardableResult
  private static func write(_ database: DatabaseQueue, _ body: (Database) throws -> Bool) throws -> Bool {
    try database.writeWithoutTransaction { database in
      var isDone = false
      try database.inTransaction(.immediate) {
        isDone = try body(database)
        return isDone ? .commit : .rollback
      }
      return isDone
    }
  }

  /// Answers a query, if the index can do so without reading all places; otherwise nil.
  ///
  /// It can list places by name, search them and sort them by distance, each filtered by campus, category and opening times; and it
  /// can list open places by closing time. Also returns nil if another process has updated the index in the meantime.
  ///
  /// The first query about open places on a day computes the openings of all places on that day, and stores them.
  /// - Throws: `StoreError`: `store.corrupt` if the file is damaged, others if it cannot be read now.
  public func answer(_ query: PlaceQuery, by rule: StatusRule) throws(StoreError) -> QueryResults<PlaceListing>? {
    guard let indexQuery = IndexQuery(query, by: rule) else { return nil }
    do {
      if let open = indexQuery.open, try !prepareOpenings(ofDay: open.day) { return nil }
      return try database.read { database in
        guard let view = try view(of: database) else { return nil }
        if let open = indexQuery.open, try !view.hasOpenings(ofDay: open.day) { return nil }
        return try view.answer(indexQuery)
      }
    } catch {
      throw Self.failure(error, path)
    }
  }

  /// Returns what `SimilarWords.of` returns for the entries of these campuses (empty for all); nil if another process has updated the index
  /// in the meantime.
  ///
  /// - Throws: the same errors as `answer`.
  public func similarWords(to search: SearchText, campuses: Set<CampusID>) throws(StoreError) -> [SimilarWords]? {
    do { return try database.read { try view(of: $0)?.similarWords(to: search, campuses: campuses) } } catch {
      throw Self.failure(error, path)
    }
  }

  /// Returns the contents of the index; nil if another process has updated it in the meantime.
  private func view(of database: Database) throws -> IndexView? { try IndexView(database).flatMap { $0.key == key.text ? $0 : nil } }

  /// Computes the openings of a day unless they are stored; false if they cannot be written now, such as on a full disk.
  private func prepareOpenings(ofDay day: Int64) throws -> Bool {
    if try database.read({ try view(of: $0)?.hasOpenings(ofDay: day) }) == true { return true }
    do {
      return try Self.write(database) { database in
        guard let view = try view(of: database) else { return false }
        if try view.hasOpenings(ofDay: day) { return true }
        try database.add(day: day)
        try view.forEachOpenings(ofDay: day) { try database.write(IndexSchema.openings(ofDay: day), chunk: $0, $1) }
        return true
      }
    } catch let error as DatabaseError where [.SQLITE_READONLY, .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_CANTOPEN].contains(error.resultCode) {
      return false
    }
  }

  /// Empties a damaged index, unless another process uses the file for longer than the timeout. Leaves a file of another kind as it is.
  public static func reset(path: String) { try? IndexFile.reset(path) }

  private static func isDamage(_ error: DatabaseError) -> Bool {
    [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) || error.extendedResultCode == CheckedFile.damage
  }

  private static func failure(_ error: any Error, _ path: String) -> StoreError {
    if let error = error as? DatabaseError, isDamage(error) {
      return StoreError(.storeCorrupt, "\(path) is damaged (SQLite error \(error.extendedResultCode.rawValue))")
    }
    return StoreError(error, at: path)
  }
}
