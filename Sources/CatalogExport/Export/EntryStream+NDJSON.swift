public import CampusCatalog
public import CatalogDiff
public import OpeningHours
import SimdJSON

extension EntryStream {
  /// Opens entries as NDJSON, in which a campus that is not known has its id for a name, and the zone of the first hours of its places.
  ///
  /// The text is read twice, piece by piece: first for its campuses and feeds. Entries that are not sorted by id are read into memory.
  ///
  /// - Parameters:
  ///   - known: campuses that entries may belong to.
  ///   - generatedAt: the moment of the catalog.
  /// - Throws: `CatalogError`, with the line and column of the first error; errors of reading.
  public static func open(ndjson text: CatalogText, known: [Campus], generatedAt: Instant) throws -> EntryStream {
    guard let contents = try? NDJSONContents(of: text) else {
      // Only the whole text has the position of an error.
      let catalog = try CatalogReader.read(ndjson: try text.bytes(), known: known, generatedAt: generatedAt)
      var entries = catalog.entries[...]
      let feeds = Set(catalog.entries.flatMap { $0.sources.map(\.feed) }).sorted()
      return EntryStream(generatedAt: generatedAt, campuses: catalog.campuses, feeds: [], unreportedFeeds: feeds) {
        defer { entries = entries.dropFirst(256) }
        return entries.isEmpty ? nil : .entries(Array(entries.prefix(256)))
      }
    }
    let pieces = NDJSONPieces(try text.open())
    return EntryStream(
      generatedAt: generatedAt, campuses: CatalogReader.campuses(contents.campuses, contents.zones, known: known), feeds: [],
      unreportedFeeds: contents.feeds.sorted()
    ) { try pieces.next().map { .lines($0) } }
  }
}

/// The campuses and feeds of entries as NDJSON that are sorted by id.
private struct NDJSONContents {
  /// The zones of the first hours of each campus.
  private(set) var zones: [CampusID: Zone] = [:]
  private(set) var campuses: Set<CampusID> = []
  private(set) var feeds: Set<FeedID> = []

  /// - Throws: any error if a line is not an entry, or the entries are not sorted.
  init(of text: CatalogText) throws {
    let pieces = NDJSONPieces(try text.open())
    var last: EntryID?
    while let bytes = try pieces.next() {
      for entry in try EntryLines(bytes: bytes, count: 0).entries() {
        if let last, !(last < entry.id) { throw JSONFieldError(.value, at: "", "the entries are not sorted by id") }
        last = entry.id
        campuses.insert(entry.campus)
        zones[entry.campus] = zones[entry.campus] ?? entry.hours?.zone
        for source in entry.sources { feeds.insert(source.feed) }
      }
    }
  }
}

/// The lines of a text, several at a time.
private final class NDJSONPieces {
  private let refill: CatalogText.Refill
  /// The beginning of a line whose end has not been read.
  private var rest: [UInt8] = []

  init(_ refill: @escaping CatalogText.Refill) { self.refill = refill }

  /// Returns the next whole lines, each with a line feed; nil at the end.
  func next() throws -> [UInt8]? {
    let lineFeed = UInt8(ascii: "\n")
    var bytes = rest
    rest = []
    while true {
      let start = bytes.count
      var count = 0
      try bytes.append(addingCapacity: EntryStream.pieceSize) { room in
        try room.withUnsafeMutableBufferPointer { buffer, filled in
          count = try refill(UnsafeMutableRawBufferPointer(buffer))
          filled = count
        }
      }
      if count == 0 {
        if bytes.isEmpty { return nil }
        if bytes.last != lineFeed { bytes.append(lineFeed) }
        return bytes
      }
      guard let end = bytes[start...].lastIndex(of: lineFeed) else { continue }
      rest = Array(bytes[(end + 1)...])
      bytes.removeSubrange((end + 1)...)
      return bytes
    }
  }
}
