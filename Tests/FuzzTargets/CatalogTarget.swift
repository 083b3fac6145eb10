import CampusCatalog
import CatalogDiff
import Glibc
import OpeningHours
import SimdJSON

/// A catalog, as JSON or NDJSON: all readers agree about it, errors are in the text, and its canonical form is read again as the same catalog.
enum CatalogTarget {
  static func check(_ bytes: [UInt8]) throws {
    try checkLines(of: bytes)
    let catalog: Catalog
    do throws(CatalogError) { catalog = try CatalogReader.read(bytes) } catch { return try check(error, in: bytes) }
    try checkDocument(bytes, catalog)
    try checkStream(bytes, catalog)
    let written = CatalogWriter.bytes(of: catalog)
    try require(try CatalogReader.read(written) == catalog, "the written catalog differs: \(text(written))")
    try require(CatalogWriter.bytes(of: try CatalogReader.read(written)) == written, "the written catalog is not stable: \(text(written))")
    guard try checkStream(written, catalog) else { throw BrokenProperty("the written catalog has another layout: \(text(written))") }
    let comparison = try CatalogComparison(CatalogText(named: "old", bytes: bytes), CatalogText(named: "new", bytes: bytes))
    try require(comparison.isSame, "the catalog differs from itself")
  }

  // MARK: - JSON

  /// Checks that a catalog is the same in one line, which is read as one document.
  private static func checkDocument(_ bytes: [UInt8], _ catalog: Catalog) throws {
    guard let tree = JSONTree(parsing: bytes) else { throw BrokenProperty("the catalog is not JSON") }
    try require(try CatalogReader.read(tree.bytes) == catalog, "the catalog in one line differs")
  }

  /// Checks that a catalog is the same if it is read line by line, in pieces of any size.
  ///
  /// - Returns: whether it has the layout for that.
  @discardableResult
  private static func checkStream(_ bytes: [UInt8], _ catalog: Catalog) throws -> Bool {
    let stream = try Stream(of: bytes, pieces: .max)
    try require(try Stream(of: bytes, pieces: 7) == stream, "pieces of 7 bytes are read otherwise")
    guard let stream else { return false }
    let rest = try stream.header.catalog()
    try require(
      rest.generatedAt == catalog.generatedAt && rest.campuses == catalog.campuses && rest.feeds == catalog.feeds,
      "the header of the lines differs")
    try require(stream.ids == catalog.entries.map { Array($0.id.description.utf8) }, "the ids of the lines differ")
    try require(
      try EntryLines(bytes: stream.lines, count: stream.ids.count).entries() == catalog.entries, "the entries of the lines differ")
    return true
  }

  /// A catalog that was read line by line.
  private struct Stream: Equatable {
    let header: CatalogHeader
    var ids: [[UInt8]] = []
    /// The lines of the entries, each with its line feed.
    var lines: [UInt8] = []

    /// Returns nil for another layout.
    init?(of bytes: [UInt8], pieces size: Int) throws {
      do {
        let reader = try CatalogLines(CatalogTarget.text(of: bytes, pieces: size))
        while let entry = try reader.next() {
          ids.append(Array(entry.id))
          lines += Array(entry.bytes) + [UInt8(ascii: "\n")]
        }
        header = reader.header
      } catch is NotCanonicalLayout {
        return nil
      }
    }
  }

  private static func text(of bytes: [UInt8], pieces size: Int) -> CatalogText {
    CatalogText(named: "catalog.json") {
      var rest = bytes[...]
      return { buffer in
        let piece = rest.prefix(min(size, buffer.count))
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
      }
    }
  }

  // MARK: - NDJSON

  /// Checks that each line of NDJSON is an entry, and that the entries are the same when they are written and read again.
  private static func checkLines(of bytes: [UInt8]) throws {
    let moment = Instant.epoch
    let catalog: Catalog
    do throws(CatalogError) { catalog = try CatalogReader.read(ndjson: bytes, known: [], generatedAt: moment) } catch {
      return try check(error, in: bytes)
    }
    let entries = try bytes.split(separator: UInt8(ascii: "\n")).filter { !$0.allSatisfy { $0 <= 0x20 } }.map { line in
      let document = try JSONDocument(parsing: Array(line))
      return try Entry(reading: document.root)
    }
    try require(entries.sorted { $0.id < $1.id } == catalog.entries, "the lines are not the entries")
    let written = EntryLines(catalog.entries).bytes
    let again = try CatalogReader.read(ndjson: written, known: [], generatedAt: moment)
    try require(again == catalog, "the written lines differ: \(text(written))")
    try require(EntryLines(again.entries).bytes == written, "the written lines are not stable: \(text(written))")
  }

  private static func check(_ error: CatalogError, in bytes: [UInt8]) throws(BrokenProperty) {
    switch error {
    case .json(let error): try FilePlace(line: error.line, column: error.column).check(in: bytes, error.message)
    case .shape(let error):
      let place = JSONLocator.position(of: error.pointer, in: bytes)
      try FilePlace(line: place.line, column: place.column).check(in: bytes, error.message)
    case .line(let line, let column, let message): try FilePlace(line: line, column: column).check(in: bytes, message)
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
