import Basics
public import OpeningHours
import SimdJSON

extension CatalogReader {
  /// Returns whether a text is NDJSON rather than a catalog: its first line is a JSON object without a schema.
  public static func isNDJSON(_ bytes: [UInt8]) -> Bool {
    let line = Array(bytes.drop { $0 <= 0x20 }.prefix { $0 != UInt8(ascii: "\n") })
    guard let document = try? JSONDocument(parsing: line) else { return false }
    return document.root.isObject && document.root["schema"] == nil
  }

  /// Reads a catalog from entries as NDJSON, one a line, in any order. Empty lines are allowed.
  ///
  /// NDJSON has no campuses and no feeds: a campus that is not known has its id for a name, and the zone of the first hours of its places.
  ///
  /// - Parameters:
  ///   - known: campuses that entries may belong to.
  ///   - generatedAt: the moment of the catalog.
  /// - Throws: the first error, with its line and column.
  public static func read(ndjson bytes: [UInt8], known: [Campus], generatedAt: Instant) throws(CatalogError) -> Catalog {
    let entries = try entries(ndjson: bytes)
    var zones: [CampusID: Zone] = [:]
    for entry in entries { zones[entry.campus] = zones[entry.campus] ?? entry.hours?.zone }
    let campuses = campuses(Set(entries.map(\.campus)), zones, known: known)
    return Catalog(generatedAt: generatedAt, campuses: campuses, feeds: [], entries: entries)
  }

  /// Returns the campuses of entries without a catalog, sorted by id.
  ///
  /// - Parameters:
  ///   - zones: the zones of the first hours of each campus.
  ///   - known: campuses that entries may belong to.
  package static func campuses(_ ids: Set<CampusID>, _ zones: [CampusID: Zone], known: [Campus]) -> [Campus] {
    ids.sorted().map { id in known.first { $0.id == id } ?? Campus(id: id, name: id.description, timeZone: zones[id]) }
  }

  /// Returns the entries, sorted by id.
  ///
  /// Each line is parsed by itself. As elements of one array, lines that break an object after a member would be read, too.
  private static func entries(ndjson bytes: [UInt8]) throws(CatalogError) -> [Entry] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .filter { !$0.element.allSatisfy { $0 <= 0x20 } }.map { (number: $0.offset + 1, bytes: $0.element) }
    let pieces = stride(from: 0, to: lines.count, by: 256).map { lines[$0..<min($0 + 256, lines.count)] }
    let results = pieces.concurrentMap { piece in piece.map { line in (line.number, entry(Array(line.bytes), line.number)) } }
    var entries: [EntryID: Entry] = [:]
    entries.reserveCapacity(lines.count)
    for (number, result) in results.joined() {
      let entry = try result.get()
      guard entries.updateValue(entry, forKey: entry.id) == nil else {
        throw .line(number, column: 1, "the entry \(entry.id) appears twice")
      }
    }
    return entries.values.sorted { $0.id < $1.id }
  }

  private static func entry(_ line: [UInt8], _ number: Int) -> Result<Entry, CatalogError> {
    let document: JSONDocument
    do { document = try JSONDocument(parsing: line) } catch { return .failure(.line(number, column: error.column, error.message)) }
    do { return .success(try Entry(reading: document.root)) } catch {
      return .failure(.line(number, column: JSONLocator.position(of: error.pointer, in: line).column, error.message))
    }
  }
}
