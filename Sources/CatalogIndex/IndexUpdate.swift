import CampusCatalog
import CatalogQuery
import Foundation
import GRDB

/// Updates an index. Writes only the rows of entries whose lines differ, found by their checksums (`RowVersions`).
struct IndexUpdate {
  /// A place whose line the index does not have.
  private struct AddedPlace {
    let campus: CampusID
    let version: Int
    let item: IndexedPlace
    let line: Data
    var row: Int
  }

  /// The new places by row; nil for a row whose place is gone.
  private typealias Changes = [Int: IndexedPlace?]

  private let view: IndexView
  private let key: IndexKey
  private var writer: IndexWriter
  private var names: [Int: NameSortKey] = [:]

  init(_ view: IndexView, key: IndexKey) throws {
    self.view = view
    self.key = key
    writer = try IndexWriter(view.database)
  }

  /// Returns the campuses whose entries the update needs: those that the index does not have, or has with another key. Campuses that
  /// are no longer in the key need no entries; `run` removes them.
  static func outdated(_ view: IndexView, key: IndexKey) throws -> Set<CampusID> {
    var current: Set<CampusID> = []
    for row in try Row.fetchAll(view.database, sql: "SELECT id, key FROM campus") {
      if let campus = CampusID(row[0] as String), key.campuses[campus] == row[1] { current.insert(campus) }
    }
    return Set(key.campuses.keys).subtracting(current)
  }

  /// Updates the index inside a transaction of the caller.
  ///
  /// - Parameters:
  ///   - catalog: a catalog with all entries of the outdated campuses. It may have others.
  ///   - campuses: the outdated campuses.
  /// - Returns: false if so much has changed that the index should be rebuilt. The caller must then roll back.
  /// - Throws: errors of the database and of reading stored lines.
  mutating func run(_ catalog: CatalogParts, of campuses: Set<CampusID>) throws -> Bool {
    let old = try versions(where: campuses.contains)
    let differences = try Self.differences(of: catalog, from: old, campuses)
    var removed: [Int] = []
    var added: [AddedPlace] = []
    // Campuses that are no longer in the registry.
    for (campus, versions) in try versions(where: { key.campuses[$0] == nil }) {
      removed += Self.rows(versions)
      try writer.remove(campus)
    }
    let most = view.count / 4 + 1000
    for campus in campuses.sorted() {
      guard let difference = differences[campus] else {
        removed += Self.rows(old[campus])
        continue
      }
      removed += difference.removed.map { Int($0) }
      guard removed.count + added.count + difference.added.count <= most else { return false }
      try add(difference, to: &added)
    }
    guard removed.count <= most else { return false }
    try write(removed, &added)
    let addedRows = Dictionary(grouping: added, by: \.campus)
    for campus in campuses {
      var versions = differences[campus]?.versions ?? RowVersions()
      for entry in addedRows[campus] ?? [] { versions.versions[entry.version].row = UInt32(entry.row) }
      _ = try writer.number(of: campus)
      try writer.write(versions, of: campus, key: key.campuses[campus] ?? "")
    }
    try writer.write(.key, key.text)
    return true
  }

  // MARK: - Differences

  /// Returns the rows of places; entries of other kinds have none.
  private static func rows(_ versions: RowVersions?) -> [Int] {
    (versions?.versions ?? []).filter { $0.row != RowVersions.noRow }.map { Int($0.row) }
  }

  /// Adds the new places of a campus.
  private func add(_ difference: Difference, to added: inout [AddedPlace]) throws {
    for new in difference.added {
      if let entry = try self.added(new.line, new.version, difference.campus) { added.append(entry) }
    }
  }

  /// The difference between the lines of a campus and those in the index.
  private struct Difference {
    let campus: CampusID
    var versions: RowVersions
    var added: [(version: Int, line: [UInt8])]
    let removed: [UInt32]

    init(_ lines: CampusLines, from old: RowVersions) {
      campus = lines.campus
      versions = lines.versions
      let (added, removed) = old.difference(to: &versions)
      self.added = added.map { index in (index, lines.withLine(index) { Array($0) }) }
      self.removed = removed
    }
  }

  /// Compares all parts in parallel. Keeps only the lines that differ, because all lines may take a lot of memory.
  private static func differences(
    of catalog: CatalogParts, from old: [CampusID: RowVersions], _ campuses: Set<CampusID>
  ) throws -> [CampusID: Difference] {
    let parts = catalog.parts
    var results = [Result<[Difference], any Error>?](repeating: nil, count: parts.count)
    results.withUnsafeMutableBufferPointer { results in
      nonisolated(unsafe) let results = results
      DispatchQueue.concurrentPerform(iterations: parts.count) { index in
        results[index] = Result {
          try CampusLines.lists(of: parts[index]).filter { campuses.contains($0.campus) }
            .map { Difference($0, from: old[$0.campus] ?? RowVersions()) }
        }
      }
    }
    var differences: [CampusID: Difference] = [:]
    for result in results {
      for difference in try result?.get() ?? [] { differences[difference.campus] = difference }
    }
    return differences
  }

  /// Returns the stored versions of campuses.
  ///
  /// - Throws: `SQLITE_CORRUPT` if they are damaged.
  private func versions(where isWanted: (CampusID) -> Bool) throws -> [CampusID: RowVersions] {
    var found: [CampusID: RowVersions] = [:]
    for name in try String.fetchAll(view.database, sql: "SELECT id FROM campus") {
      guard let campus = CampusID(name), isWanted(campus) else { continue }
      let bytes = try Data.fetchOne(view.database, sql: "SELECT versions FROM campus WHERE id = ?", arguments: [name]) ?? Data()
      guard let versions = RowVersions(bytes) else { throw IndexView.damage("list of \(name)") }
      found[campus] = versions
    }
    return found
  }

  /// Reads a line that the index does not have; nil if it is not a place.
  private func added(_ line: [UInt8], _ version: Int, _ campus: CampusID) throws -> AddedPlace? {
    let entries = try EntryLines(bytes: line + [UInt8(ascii: "\n")], count: 1).entries()
    guard let item = entries.first.flatMap({ IndexedPlace($0) }) else { return nil }
    return AddedPlace(campus: campus, version: version, item: item, line: try line.withUnsafeBytes(view.pack), row: -1)
  }

  // MARK: - Rows

  /// Writes the places, their words, columns and openings. A new place takes the row of a removed one if id and name are the same;
  /// all others become late rows.
  private mutating func write(_ removed: [Int], _ added: inout [AddedPlace]) throws {
    var changes: Changes = [:]
    var former: [EntryID: (row: Int, item: IndexedPlace)] = [:]
    for row in removed {
      guard let item = IndexedPlace(try view.entry(row)) else { throw IndexView.damage("row \(row)") }
      former[item.order.id] = (row, item)
      changes[row] = .some(nil)
    }
    var terms: Set<String> = []
    var late: [Int] = []
    for index in added.indices {
      let item = added[index].item
      terms.formUnion(item.words.split(separator: " ").map(String.init))
      guard let (row, old) = former[item.order.id], !(old.order < item.order), !(item.order < old.order) else {
        late.append(index)
        continue
      }
      former[item.order.id] = nil
      added[index].row = row
      changes[row] = item
      try writer.writePlace(row, packed: added[index].line)
      guard !item.words.utf8.elementsEqual(old.words.utf8) else { continue }
      try writer.removeWords(row, name: old.nameWords, all: old.words)
      try writer.addWords(row, name: item.nameWords, all: item.words)
    }
    for (row, old) in former.values {
      try writer.removePlace(row)
      try writer.removeWords(row, name: old.nameWords, all: old.words)
    }
    let gone = Set(former.values.map(\.row))
    let capacity = try place(late, of: &added, gone)
    for index in late { changes[added[index].row] = added[index].item }
    try writer.addTerms(terms.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    try writeColumns(changes, capacity)
    try writeOpenings(changes, capacity)
    try writer.write(.places, "\(view.count - removed.count + added.count)")
    try writer.write(.rows, "\(capacity)")
  }

  /// Assigns late rows to places without a row, and writes the places and the order of rows.
  ///
  /// A late row whose place is gone is used again. A base row is not, because its number is its position in the order of names.
  /// - Parameters:
  ///   - late: the indices of these places in `added`.
  ///   - gone: the rows whose places are gone.
  /// - Returns: the new number of rows.
  private mutating func place(_ late: [Int], of added: inout [AddedPlace], _ gone: Set<Int>) throws -> Int {
    var order = view.order
    let kept = order.late.filter { !gone.contains($0.row) }
    let used = Set(kept.map(\.row))
    var free = (order.base..<max(order.base, view.capacity)).filter { !used.contains($0) }[...]
    var capacity = view.capacity
    var list: [RowOrder.LateRow] = []
    var next = 0
    for index in late.sorted(by: { added[$0].item.order < added[$1].item.order }) {
      let item = added[index].item
      let row = free.popFirst() ?? capacity
      capacity = max(capacity, row + 1)
      added[index].row = row
      let position = try lateIndex(of: item.order, in: kept, from: next)
      list += kept[next..<position]
      next = position
      list.append(RowOrder.LateRow(row: row, next: try nextBase(of: item.order)))
    }
    list += kept[next...]
    // Write the places last, because the lookups above need the old rows.
    for index in late {
      let entry = added[index]
      try writer.writePlace(entry.row, packed: entry.line)
      try writer.addWords(entry.row, name: entry.item.nameWords, all: entry.item.words)
    }
    order.replaceLate(list)
    try writer.write(.late, order.bytes)
    return capacity
  }

  private mutating func name(_ row: Int) throws -> NameSortKey {
    if let name = names[row] { return name }
    let name = NameSortKey(try view.entry(row))
    names[row] = name
    return name
  }

  /// Returns the first base row whose name comes after another.
  /// A binary search over all base rows that passes over rows without a place; the number of base rows if there is none.
  private mutating func nextBase(of order: NameSortKey) throws -> Int {
    var (low, high) = (0, view.order.base)
    while low < high {
      let middle = (low + high) / 2
      guard let row = try view.firstRow(from: middle, before: high) else {
        high = middle
        continue
      }
      if order < (try name(row)) { high = middle } else { low = row + 1 }
    }
    return low
  }

  private mutating func lateIndex(of order: NameSortKey, in late: [RowOrder.LateRow], from start: Int) throws -> Int {
    var (low, high) = (start, late.count)
    while low < high {
      let middle = (low + high) / 2
      if order < (try name(late[middle].row)) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  // MARK: - Columns

  /// Returns the changes by chunk. Includes all chunks with new rows.
  private func chunks(_ changes: Changes, _ capacity: Int) -> [Int: [(place: Int, item: IndexedPlace?)]] {
    var chunks: [Int: [(place: Int, item: IndexedPlace?)]] = [:]
    if capacity > view.capacity {
      for chunk in view.capacity / IndexSchema.chunk...(capacity - 1) / IndexSchema.chunk { chunks[chunk] = [] }
    }
    for (row, item) in changes.sorted(by: { $0.key < $1.key }) {
      chunks[row / IndexSchema.chunk, default: []].append((row % IndexSchema.chunk, item))
    }
    return chunks
  }

  private func bytes(_ name: String, _ chunk: Int) throws -> Data? {
    try Data.fetchOne(
      view.database.cachedStatement(sql: "SELECT bytes FROM part WHERE name = ? AND chunk = ?"), arguments: [name, chunk])
  }

  /// Changes the values of rows in all columns. Values of rows without a place are all bits one. Chunks that stay the same are not
  /// written.
  private mutating func writeColumns(_ changes: Changes, _ capacity: Int) throws {
    for (chunk, changes) in chunks(changes, capacity).sorted(by: { $0.key < $1.key }) {
      for column in IndexSchema.Column.allCases {
        let old = try bytes(column.rawValue, chunk)
        var new = old ?? Data()
        let count = min(IndexSchema.chunk, capacity - chunk * IndexSchema.chunk) * column.size
        guard new.count <= count else { throw IndexView.damage("column \(column.rawValue)") }
        new.append(contentsOf: repeatElement(0xFF, count: count - new.count))
        for (place, item) in changes {
          let value = try value(of: column, item)
          new.replaceSubrange(place * column.size..<(place + 1) * column.size, with: value)
        }
        if new != old { try writer.write(column.rawValue, chunk: chunk, new) }
      }
    }
  }

  private mutating func value(of column: IndexSchema.Column, _ item: IndexedPlace?) throws -> [UInt8] {
    guard let item else { return Array(repeating: 0xFF, count: column.size) }
    func bytes(_ value: some BitwiseCopyable) -> [UInt8] { withUnsafeBytes(of: value, Array.init) }
    switch column {
    case .campus: return bytes(try writer.number(of: item.campus))
    case .category: return bytes(IndexWriter.number(of: item.category))
    case .trust: return bytes(try writer.number(ofTrust: item.trust))
    case .position: return bytes(item.position)
    }
  }

  /// Replaces the openings of changed places on all stored days.
  private func writeOpenings(_ changes: Changes, _ capacity: Int) throws {
    let chunks = chunks(changes, capacity).sorted { $0.key < $1.key }
    for day in try Int64.fetchAll(view.database, sql: "SELECT day FROM day") {
      let name = IndexSchema.openings(ofDay: day)
      for (chunk, changes) in chunks {
        let old = try bytes(name, chunk)
        let changed = Set(changes.map(\.place))
        var openings = DayOpenings()
        (old ?? Data()).withUnsafeBytes { openings.add($0) { !changed.contains($0) } }
        for (place, item) in changes { if let hours = item?.hours { openings.add(place, DayOpenings.of(hours, on: day)) } }
        let new = Data(openings.bytes)
        if new != old { try writer.write(name, chunk: chunk, new) }
      }
    }
  }
}
