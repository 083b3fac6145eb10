import Foundation
import GRDB
import SnapshotStore

/// Writes the differences between an index and a catalog: all rows of an empty index, and later only those of entries whose lines differ.
struct IndexUpdate {
  private let view: IndexView
  private let key: IndexKey
  private let days: [Int64]
  private let database: Database
  private var groups: [PlaceGroup: UInt32]

  init(_ view: IndexView, key: IndexKey) throws {
    (self.view, self.key, database) = (view, key, view.database)
    days = try Array(database.rows("SELECT day FROM day") { Int64($0.integer()) })
    groups = Dictionary(try view.groups().enumerated().map { ($1, UInt32($0)) }) { first, _ in first }
  }

  /// Returns the campuses whose entries the update needs: those that the index does not have, or has with a different key. Campuses that
  /// are no longer in the key need no entries; `run` removes them.
  static func outdated(_ view: IndexView, key: IndexKey) throws -> Set<CampusID> {
    var current: Set<CampusID> = []
    let rows = try view.database.rows("SELECT id, key FROM campus") { ($0.text(), $0.text()) }
    while let (name, stored) = try rows.next() {
      if let campus = CampusID(name), key.campuses[campus] == stored { current.insert(campus) }
    }
    return Set(key.campuses.keys).subtracting(current)
  }

  /// Updates the index inside a transaction of the caller.
  ///
  /// - Parameter catalog: a catalog with all entries of the outdated campuses. It may have others.
  /// - Returns: false if so much has changed that the index should be rebuilt. The caller must then roll back.
  mutating func run(_ catalog: CatalogParts, of campuses: Set<CampusID>) throws -> Bool {
    let old = try versions { campuses.contains($0) || key.campuses[$0] == nil }
    let known = Dictionary(uniqueKeysWithValues: campuses.map { ($0, old[$0] ?? []) })
    let limit = view.count / 4 + 1000
    var changes = try IndexChanges(to: catalog, from: known, limit: limit, openOn: days, dictionary: view.packer.dictionary)
    guard changes.isComplete else { return false }
    for (campus, versions) in old where key.campuses[campus] == nil {
      changes.removed += versions.rows
      try database.execute("DELETE FROM campus WHERE id = ?", [campus.description])
    }
    guard changes.removed.count + changes.added.count <= limit else { return false }
    try write(changes)
    return true
  }

  /// Returns the stored versions of campuses.
  ///
  /// - Throws: `SQLITE_CORRUPT` if they are damaged.
  private func versions(where isWanted: (CampusID) -> Bool) throws -> [CampusID: [RowVersion]] {
    var found: [CampusID: [RowVersion]] = [:]
    for name in try Array(database.rows("SELECT id FROM campus") { $0.text() }) {
      guard let campus = CampusID(name), isWanted(campus) else { continue }
      let bytes = try database.rows("SELECT versions FROM campus WHERE id = ?", [name]) { $0.blob() }.next()
      guard let versions = [RowVersion](stored: bytes ?? Data()) else { throw IndexView.damage("list of \(name)") }
      found[campus] = versions
    }
    return found
  }

  /// Writes the places, their words, columns, openings and versions, inside a transaction of the caller.
  ///
  /// A new place takes the row of a removed one if id and name are the same. All others get new rows.
  mutating func write(_ changes: IndexChanges) throws {
    var former: [EntryID: (row: Int, place: IndexedPlace)] = [:]
    for row in changes.removed {
      guard let place = IndexedPlace(try view.entry(row)) else { throw IndexView.damage("row \(row)") }
      former[place.order.id] = (row, place)
    }
    var added = changes.added
    var withoutRow: [Int] = []
    for index in added.indices {
      let place = added[index].place
      guard let (row, old) = former[place.order.id], !(old.order < place.order), !(place.order < old.order) else {
        withoutRow.append(index)
        continue
      }
      former[place.order.id] = nil
      added[index].row = row
      try database.writePlace(row, packed: added[index].line)
      guard !place.words.utf8.elementsEqual(old.words.utf8) else { continue }
      try database.removeWords(row, of: old)
      try database.addWords(row, of: place)
    }
    for (row, old) in former.values {
      try database.execute("DELETE FROM place WHERE row = ?", [row])
      try database.removeWords(row, of: old)
    }
    let gone = former.values.map(\.row)
    let (order, capacity) = try assignRows(to: withoutRow, in: &added, gone: Set(gone))
    for index in withoutRow {
      try database.writePlace(added[index].row, packed: added[index].line)
      try database.addWords(added[index].row, of: added[index].place)
    }
    for word in changes.terms.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      try database.execute("INSERT OR IGNORE INTO term (word) VALUES (?)", [word])
    }
    for group in added.map(\.place.group) where groups[group] == nil {
      let number = groups.count
      groups[group] = UInt32(number)
      try database.execute(
        "INSERT INTO place_group (number, campus, feeds) VALUES (?, ?, ?)", [number, group.campus.description, group.feeds])
    }
    try writeChunks(added, gone: gone, capacity)
    var versions = changes.versions
    for entry in added { versions[entry.place.group.campus, default: []][entry.version].row = entry.row }
    for (campus, versions) in versions {
      try database.execute(
        "INSERT OR REPLACE INTO campus (id, key, versions) VALUES (?, ?, ?)",
        [campus.description, key.campuses[campus] ?? "", versions.stored])
    }
    let places = view.count - changes.removed.count + added.count
    try database.writeMeta(key: key.text, edition: key.edition, places: places, capacity: capacity, order)
  }

  // MARK: - Rows

  /// Assigns rows to new places: base rows if the index is empty, otherwise late rows.
  ///
  /// A late row whose place is gone is used again. A base row is not, because its number is its position in the order of names.
  /// - Parameter new: the indices of these places in `added`, in the order of names.
  /// - Returns: the new order, and the new number of rows.
  private func assignRows(
    to new: [Int], in added: inout [IndexChanges.AddedPlace], gone: Set<Int>
  ) throws -> (RowOrder, capacity: Int) {
    if view.capacity == 0 {
      for (row, index) in new.enumerated() { added[index].row = row }
      return (RowOrder(base: new.count, late: []), new.count)
    }
    let base = view.order.base
    let kept = view.order.late.filter { !gone.contains($0.row) }
    let used = Set(kept.map(\.row))
    var free = (base..<max(base, view.capacity)).filter { !used.contains($0) }[...]
    var capacity = view.capacity
    var late: [RowOrder.LateRow] = []
    var next = 0
    var names: [Int: NameSortKey] = [:]
    func name(_ row: Int) throws -> NameSortKey {
      let name = try names[row] ?? NameSortKey(try view.entry(row))
      names[row] = name
      return name
    }
    for index in new {
      let row = free.popFirst() ?? capacity
      capacity = max(capacity, row + 1)
      added[index].row = row
      let order = added[index].place.order
      let position = try kept[next...].partitioningIndex { order < (try name($0.row)) }
      late += kept[next..<position]
      next = position
      late.append(RowOrder.LateRow(row: row, next: try view.firstBase { order < (try name($0)) }))
    }
    return (RowOrder(base: base, late: late + kept[next...]), capacity)
  }

  // MARK: - Columns and openings

  private func writeChunks(_ added: [IndexChanges.AddedPlace], gone: [Int], _ capacity: Int) throws {
    let added = Dictionary(grouping: added) { $0.row / IndexSchema.chunk }
    let gone = Dictionary(grouping: gone) { $0 / IndexSchema.chunk }
    for chunk in Set(added.keys).union(gone.keys).sorted() {
      let (added, gone) = (added[chunk] ?? [], gone[chunk] ?? [])
      try write(.group, chunk, added, gone: gone, capacity, empty: .max) { groups[$0.group] ?? .max }
      try write(.category, chunk, added, gone: gone, capacity, empty: .max) { $0.category }
      try write(.position, chunk, added, gone: gone, capacity, empty: .none) { $0.position }
      try writeOpenings(chunk, added, gone: gone)
    }
  }

  /// Changes the values of rows in a column. Rows without a place have the value `empty`.
  private func write<Value: BitwiseCopyable>(
    _ column: IndexSchema.Column, _ chunk: Int, _ added: [IndexChanges.AddedPlace], gone: [Int], _ capacity: Int, empty: Value,
    _ value: (IndexedPlace) -> Value
  ) throws {
    let first = chunk * IndexSchema.chunk
    let count = min(IndexSchema.chunk, capacity - first)
    try change(column.rawValue, chunk) { (values: inout [Value]) in
      guard values.count <= count else { throw IndexView.damage("column \(column.rawValue)") }
      values += repeatElement(empty, count: count - values.count)
      for row in gone { values[row - first] = empty }
      for entry in added { values[entry.row - first] = value(entry.place) }
    }
  }

  private func writeOpenings(_ chunk: Int, _ added: [IndexChanges.AddedPlace], gone: [Int]) throws {
    let first = chunk * IndexSchema.chunk
    let changed = Set(gone + added.map(\.row))
    for (index, day) in days.enumerated() {
      try change(IndexSchema.openings(ofDay: day), chunk) { (openings: inout [DayOpening]) in
        openings.removeAll { changed.contains(first + Int($0.place)) }
        for entry in added {
          openings += entry.place.openings[index].map { DayOpening(place: UInt32(entry.row - first), start: $0.start, end: $0.end) }
        }
      }
    }
  }

  /// Changes the values in one chunk of a part.
  private func change<Value: BitwiseCopyable>(_ name: String, _ chunk: Int, _ body: (inout [Value]) throws -> Void) throws {
    let old = try database.rows("SELECT bytes FROM part WHERE name = ? AND chunk = ?", [name, chunk]) { $0.blob() }.next()
    guard var values = [Value](stored: old ?? Data()) else { throw IndexView.damage(name) }
    try body(&values)
    if values.stored != old { try database.write(name, chunk: chunk, values.stored) }
  }
}

/// Statements that write rows of an index, inside a transaction of the caller.
extension Database {
  func writeMeta(key: String, edition: String, places: Int, capacity: Int, _ order: RowOrder) throws {
    try execute(
      "INSERT OR REPLACE INTO meta (one, key, edition, places, capacity, base, late) VALUES (1, ?, ?, ?, ?, ?, ?)",
      [key, edition, places, capacity, order.base, order.late.stored])
  }

  func write(_ name: String, chunk: Int, _ bytes: Data) throws {
    try execute("INSERT OR REPLACE INTO part (name, chunk, bytes) VALUES (?, ?, ?)", [name, chunk, bytes])
  }

  func writePlace(_ row: Int, packed line: Data) throws {
    try execute("INSERT OR REPLACE INTO place (row, line) VALUES (?, ?)", [row, line])
  }

  /// Adds the words of a place to both FTS5 tables. Its row must have none.
  func addWords(_ row: Int, of place: IndexedPlace) throws {
    try execute("INSERT INTO name_word (rowid, words) VALUES (?, ?)", [row, place.order.folded])
    try execute("INSERT INTO word (rowid, words) VALUES (?, ?)", [row, place.words])
  }

  /// Removes the words of a place. They must be the words that were added (https://www.sqlite.org/fts5.html#the_delete_command).
  func removeWords(_ row: Int, of place: IndexedPlace) throws {
    try execute("INSERT INTO name_word (name_word, rowid, words) VALUES ('delete', ?, ?)", [row, place.order.folded])
    try execute("INSERT INTO word (word, rowid, words) VALUES ('delete', ?, ?)", [row, place.words])
  }

  /// Adds a day whose openings are stored. Removes the oldest days beyond `IndexSchema.days`.
  func add(day: Int64) throws {
    try execute("INSERT INTO day (day, used) SELECT ?, coalesce(max(used), 0) + 1 FROM day", [Int(day)])
    let old = try Array(rows("SELECT day FROM day ORDER BY used DESC LIMIT -1 OFFSET ?", [IndexSchema.days]) { $0.integer() })
    for day in old {
      try execute("DELETE FROM day WHERE day = ?", [day])
      try execute("DELETE FROM part WHERE name = ?", [IndexSchema.openings(ofDay: Int64(day))])
    }
  }
}
