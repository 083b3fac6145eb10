import OpeningHours
import SimdJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes a catalog as its canonical bytes, line by line, to a sink, and computes `contentHash` while it goes, unless it is known.
///
/// The shape: one campus, one feed and one entry per line, the lists in the order of the catalog, a line feed at the end.
/// `contentHash` is SHA-256 over each campus line, then each entry line, as written without its comma, each with one LF.
public struct CatalogWriter {
  /// Takes the next bytes; they are valid during the call only.
  public typealias Sink = (UnsafeRawBufferPointer) throws -> Void

  /// Large enough that the system has few pieces to take, small enough to stay near the processor.
  private static let flushSize = 1 << 18

  /// Writes all of a catalog.
  ///
  /// - Returns: its `contentHash`.
  /// - Throws: what the sink throws.
  @discardableResult
  public static func write(_ catalog: Catalog, to sink: Sink) throws -> String { try write(CatalogParts(catalog), to: sink) }

  /// Writes all of a catalog.
  ///
  /// - Returns: its `contentHash`.
  /// - Throws: what the sink throws, and what unpacking lines throws.
  @discardableResult
  public static func write(_ catalog: CatalogParts, to sink: Sink) throws -> String {
    var writer = JSONWriter(capacity: flushSize + (1 << 14))
    var hash = catalog.contentHash == nil ? ContentHash(of: catalog) : .none
    writer.beginObject()
    writer.key("schema")
    writer.string(Catalog.schema)
    writer.key("generatedAt")
    writer.string(catalog.generatedAt.description)
    writer.literal(",\n\"campuses\":[")
    var isFirstCampus = true
    try list(catalog.campuses.span, &writer, &isFirstCampus, hashing: &hash, to: sink)
    writer.literal("\n],\n\"feeds\":[")
    try list(catalog.feeds.span, &writer, to: sink)
    writer.literal("\n],\n\"entries\":[")
    var isFirst = true
    // By turns, so that one is filled while the other is hashed.
    var pieces: [LinePiece] = []
    var rest = catalog.parts[...]
    while let part = rest.popFirst() {
      switch part {
      case .entries(let entries): try list(entries.span, &writer, &isFirst, hashing: &hash, to: sink)
      case .lines(let lines):
        hash.update(lines)
        try lines.bytes.withUnsafeBytes { try splice($0, &writer, &isFirst, to: sink) }
      case .kept(let lines):
        let piece = pieces.count < 2 ? LinePiece() : pieces.removeFirst()
        pieces.append(piece)
        try piece.fill(lines, &rest)
        hash.update(piece)
        try splice(piece.bytes, &writer, &isFirst, to: sink)
      }
    }
    writer.literal("\n],\n")
    writer.key("contentHash")
    let contentHash = catalog.contentHash ?? hash.text
    writer.string(contentHash)
    writer.endObject()
    writer.literal("\n")
    try writer.withBytes { try sink($0) }
    return contentHash
  }

  /// All bytes of a catalog at once.
  public static func bytes(of catalog: Catalog) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try? write(catalog) { bytes.append(contentsOf: $0) }
    return bytes
  }

  private static func list<Element: CatalogLine & ~Copyable>(
    _ elements: Span<Element>, _ writer: inout JSONWriter, _ isFirst: inout Bool, hashing hash: inout ContentHash, to sink: Sink
  ) throws {
    for index in elements.indices {
      writer.literal(isFirst ? "\n" : ",\n")
      isFirst = false
      let start = writer.count
      elements[index].write(to: &writer)
      let end = writer.count
      writer.literal("\n")
      writer.withBytes(from: start) { hash.update($0) }
      writer.truncate(to: end)
      if end > flushSize {
        try writer.withBytes { try sink($0) }
        writer.removeAll()
      }
    }
  }

  /// Writes lines that exist already: only the separators between them are new.
  private static func splice(
    _ bytes: UnsafeRawBufferPointer, _ writer: inout JSONWriter, _ isFirst: inout Bool, to sink: Sink
  ) throws {
    var start = 0
    while start < bytes.count, let base = bytes.baseAddress {
      let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
      let end = found.map { base.distance(to: UnsafeRawPointer($0)) } ?? bytes.count
      writer.literal(isFirst ? "\n" : ",\n")
      isFirst = false
      writer.raw(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      start = end + 1
      if writer.count > flushSize {
        try writer.withBytes { try sink($0) }
        writer.removeAll()
      }
    }
  }

  /// A list that the content hash does not cover.
  private static func list<Element: CatalogLine & ~Copyable>(
    _ elements: Span<Element>, _ writer: inout JSONWriter, to sink: Sink
  ) throws {
    var unused = ContentHash.none
    var isFirst = true
    try list(elements, &writer, &isFirst, hashing: &unused, to: sink)
  }
}

/// What has a line of its own in a catalog.
protocol CatalogLine: ~Copyable {
  borrowing func write(to writer: inout JSONWriter)
}

extension Campus: CatalogLine {}
extension FeedReport: CatalogLine {}
extension Entry: CatalogLine {}
