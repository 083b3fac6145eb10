public import CampusCatalog
public import CatalogDiff
public import OpeningHours

/// A catalog that is read piece by piece: first the header, then the entries in the order of their ids.
public final class EntryStream {
  public let generatedAt: Instant
  /// Sorted by id.
  public let campuses: [Campus]
  /// Sorted by id.
  public let feeds: [FeedReport]
  /// The feeds that entries of NDJSON name, which has no reports. Sorted by id.
  public let unreportedFeeds: [FeedID]
  /// Whether the catalog has reports of feeds, and a time of its own: NDJSON has neither.
  public let hasReports: Bool
  /// Whether the lines were written by this program and need not be checked.
  let isTrusted: Bool
  private var next: () throws -> Piece?

  /// Some entries that follow each other: values, or lines that are not decoded yet.
  enum Piece: Sendable {
    case entries([Entry])
    case lines([UInt8])

    /// - Throws: `JSONError` or `JSONFieldError` for lines that are not entries.
    func entries() throws -> [Entry] {
      switch self {
      case .entries(let entries): entries
      case .lines(let bytes): try EntryLines(bytes: bytes, count: 0).entries()
      }
    }
  }

  /// The size of the lines in a piece in bytes. (So small that the buffers of parsers and writers stay in the processor's cache.)
  static let pieceSize = 1 << 18
  /// The number of entries in a piece.
  private static let pieceCount = 256

  init(
    generatedAt: Instant, campuses: [Campus], feeds: [FeedReport], unreportedFeeds: [FeedID]? = nil, isTrusted: Bool = false,
    next: @escaping () throws -> Piece?
  ) {
    (self.generatedAt, self.campuses, self.feeds) = (generatedAt, campuses, feeds)
    (self.unreportedFeeds, hasReports) = (unreportedFeeds ?? [], unreportedFeeds == nil)
    (self.isTrusted, self.next) = (isTrusted, next)
  }

  /// Creates a stream from a catalog in memory, or one whose entries a store decompresses on demand.
  public convenience init(_ catalog: CatalogParts) {
    var parts = catalog.parts[...]
    var entries: ArraySlice<Entry> = []
    var lines: ArraySlice<UInt8> = []
    self.init(generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: catalog.feeds, isTrusted: true) {
      while entries.isEmpty, lines.isEmpty {
        switch parts.popFirst() {
        case .entries(let list): entries = list[...]
        case .lines(let list): lines = try list.lines().bytes[...]
        case nil: return nil
        }
      }
      if lines.isEmpty {
        defer { entries = entries.dropFirst(Self.pieceCount) }
        return .entries(Array(entries.prefix(Self.pieceCount)))
      }
      let end = lines.dropFirst(Self.pieceSize).firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? lines.endIndex
      defer { lines = lines[end...] }
      return .lines(Array(lines[..<end]))
    }
  }

  /// Opens the text of a catalog. In the layout of `CatalogWriter` it is read piece by piece; in any other layout, it is read into memory.
  ///
  /// The layout is checked first, from the first line to the last: once some entries are exported, it is too late.
  ///
  /// - Throws: `CatalogError` for text that is not a catalog, and errors of reading.
  public static func open(_ text: CatalogText) throws -> EntryStream {
    guard let header = try canonicalHeader(of: text), let head = try? header.catalog(), let lines = try? CatalogLines(text) else {
      // Only in the whole document does an error have a position.
      return EntryStream(CatalogParts(try CatalogReader.read(try text.bytes())))
    }
    return EntryStream(generatedAt: head.generatedAt, campuses: head.campuses, feeds: head.feeds) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(pieceSize + 4096)
      do {
        while bytes.count < pieceSize, let line = try lines.next() {
          bytes.append(contentsOf: line.bytes)
          bytes.append(UInt8(ascii: "\n"))
        }
      } catch is NotCanonicalLayout {
        throw DiffError("\(text.name) was changed while it was read; run again")
      }
      return bytes.isEmpty ? nil : .lines(bytes)
    }
  }

  /// Returns the header of a text; nil if the text does not have the layout of `CatalogWriter`.
  private static func canonicalHeader(of text: CatalogText) throws -> CatalogHeader? {
    do {
      let lines = try CatalogLines(text)
      while try lines.next() != nil {}
      return lines.header
    } catch is NotCanonicalLayout {
      return nil
    }
  }

  /// - Throws: `CancellationError` if the task was canceled, and errors of reading.
  func nextPiece() throws -> Piece? {
    try Task.checkCancellation()
    return try next()
  }
}
