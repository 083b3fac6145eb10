import CampusCatalog
import CatalogQuery
import Foundation
import GRDB
import SimdJSON

/// Builds the rows of an index from a whole catalog.
/// All places are in memory until they are written, because rows are numbered in the order of names; their lines are compressed.
struct IndexBuilder {
  /// A place that is being added to the index.
  private struct NewPlace {
    /// The first eight bytes of its folded name, which decide nearly all comparisons.
    let head: UInt64
    let order: NameSortKey
    let words: String
    let line: [UInt8]
    let campus: CampusID
    let category: UInt8
    let trust: String
    let position: UnitVector
    let openings: [DayOpenings.Opening]
    /// The index of its list of versions.
    var list: Int
    /// Its index in that list.
    let version: Int
  }

  /// The places, search terms and versions of one part of the catalog.
  private struct PartPlaces {
    var places: [NewPlace] = []
    var terms: Set<String> = []
    var lists: [(campus: CampusID, versions: RowVersions)] = []
  }

  private var places: [NewPlace] = []
  private var terms: Set<String> = []
  private var lists: [(campus: CampusID, versions: RowVersions)] = []
  private let dictionary: Data
  private let day: Int64

  /// Reads a catalog, its parts in parallel.
  ///
  /// - Parameter day: the UTC day whose openings are computed at once, in days since 1970-01-01.
  /// - Throws: errors of reading stored lines.
  init(_ catalog: CatalogParts, day: Int64) throws {
    self.day = day
    let dictionary = LinePacker.train(try Self.samples(of: catalog.parts))
    self.dictionary = dictionary
    let parts = catalog.parts
    var results = [Result<PartPlaces, any Error>?](repeating: nil, count: parts.count)
    results.withUnsafeMutableBufferPointer { results in
      nonisolated(unsafe) let results = results
      DispatchQueue.concurrentPerform(iterations: parts.count) { index in
        results[index] = Result { try Self.places(of: parts[index], dictionary, day) }
      }
    }
    places.reserveCapacity(catalog.count)
    for index in results.indices {
      guard let part = try results[index]?.get() else { continue }
      results[index] = nil
      places += part.places.lazy.map { item in
        var item = item
        item.list += lists.count
        return item
      }
      lists += part.lists
      terms.formUnion(part.terms)
    }
    places.sort { $0.head != $1.head ? $0.head < $1.head : $0.order < $1.order }
  }

  /// Returns some lines of some parts, to train the dictionary.
  private static func samples(of parts: [CatalogParts.Part]) throws -> [ArraySlice<UInt8>] {
    let (mostParts, most) = (16, 2048)
    var samples: [ArraySlice<UInt8>] = []
    let step = max(1, parts.count / mostParts)
    for index in stride(from: 0, to: parts.count, by: step) {
      for list in try CampusLines.lists(of: parts[index]) {
        let step = max(1, list.lines.count * min(mostParts, parts.count) / most)
        for line in stride(from: 0, to: list.lines.count, by: step) { samples.append(list.bytes[list.lines[line]]) }
      }
    }
    return samples
  }

  private static func places(of part: CatalogParts.Part, _ dictionary: Data, _ day: Int64) throws -> PartPlaces {
    let packer = try LinePacker(dictionary: dictionary)
    var found = PartPlaces()
    for list in try CampusLines.lists(of: part) {
      for index in list.lines.indices {
        let entry = try list.withLine(index) { try Entry(reading: JSONDocument(parsing: Array($0)).root) }
        guard let item = IndexedPlace(entry) else { continue }
        for word in item.words.split(separator: " ") where !found.terms.contains(String(word)) { found.terms.insert(String(word)) }
        found.places.append(
          NewPlace(
            head: head(of: item.order.folded), order: item.order, words: item.words, line: try list.withLine(index, packer.pack),
            campus: item.campus, category: IndexWriter.number(of: item.category), trust: item.trust, position: item.position,
            openings: item.hours.map { DayOpenings.of($0, on: day) } ?? [], list: found.lists.count, version: index))
      }
      found.lists.append((list.campus, list.versions))
    }
    return found
  }

  /// Returns the first eight bytes as a number that sorts like them. Shorter texts are padded with zeros.
  private static func head(of text: String) -> UInt64 {
    var head: UInt64 = 0
    var shift: UInt64 = 64
    for byte in text.utf8.prefix(8) {
      shift -= 8
      head |= UInt64(byte) << shift
    }
    return head
  }

  /// Writes all rows to an empty index, inside a transaction of the caller. Writes the key last: an index without a key is not
  /// finished.
  func write(to database: Database, key: IndexKey) throws {
    var writer = try IndexWriter(database)
    var lists = lists
    for (row, item) in places.enumerated() {
      try writer.writePlace(row, packed: item.line)
      try writer.addWords(row, name: item.order.folded, all: item.words)
      lists[item.list].versions.versions[item.version].row = UInt32(row)
    }
    try database.execute(sql: "INSERT INTO name_word (name_word) VALUES ('optimize'); INSERT INTO word (word) VALUES ('optimize')")
    try writer.addTerms(terms.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    let campuses = try places.map { try writer.number(of: $0.campus) }
    let trusts = try places.map { try writer.number(ofTrust: $0.trust) }
    try writeColumn(.campus, campuses, writer)
    try writeColumn(.trust, trusts, writer)
    try writeColumn(.category, places.map(\.category), writer)
    try writeColumn(.position, places.map(\.position), writer)
    try writer.add(day: day)
    try forEachChunk { chunk, rows in
      var openings = DayOpenings()
      for row in rows { openings.add(row - rows.lowerBound, places[row].openings) }
      try writer.write(IndexSchema.openings(ofDay: day), chunk: chunk, Data(openings.bytes))
    }
    for campus in key.campuses.keys { _ = try writer.number(of: campus) }
    // A campus may have several parts.
    for (campus, lists) in Dictionary(grouping: lists, by: \.campus) {
      _ = try writer.number(of: campus)
      var all = RowVersions()
      for list in lists { all.versions += list.versions.versions }
      try writer.write(all, of: campus, key: key.campuses[campus] ?? "")
    }
    for (campus, text) in key.campuses where !lists.contains(where: { $0.campus == campus }) {
      try writer.write(RowVersions(), of: campus, key: text)
    }
    try writer.write(.dictionary, dictionary)
    try writer.write(.edition, key.edition)
    try writer.write(.places, "\(places.count)")
    try writer.write(.rows, "\(places.count)")
    try writer.write(.base, "\(places.count)")
    try writer.write(.late, Data())
    try writer.write(.key, key.text)
  }

  private func forEachChunk(_ body: (_ chunk: Int, Range<Int>) throws -> Void) throws {
    for (chunk, start) in stride(from: 0, to: places.count, by: IndexSchema.chunk).enumerated() {
      try body(chunk, start..<min(start + IndexSchema.chunk, places.count))
    }
  }

  private func writeColumn(_ column: IndexSchema.Column, _ values: [some BitwiseCopyable], _ writer: IndexWriter) throws {
    try forEachChunk { chunk, rows in
      try writer.write(column.rawValue, chunk: chunk, values[rows].withUnsafeBytes { Data($0) })
    }
  }
}
