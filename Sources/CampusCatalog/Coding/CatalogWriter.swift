import Basics
import Glibc
import OpeningHours
import SimdJSON

/// Writes catalogs in their canonical form.
///
/// There is one campus, one feed and one entry per line, in the order of the catalog, and a line feed at the end. `contentHash`, computed
/// while writing, is the SHA-256 hash of each campus line and then each entry line, as written but without its comma, each followed by one
/// line feed.
public struct CatalogWriter {
  /// A function that receives the next bytes. They are valid only during the call.
  public typealias Sink = (UnsafeRawBufferPointer) throws -> Void

  /// How many bytes to collect before calling the sink: enough to make calls rare, and few enough to fit in the processor's cache.
  private static let flushSize = 1 << 18

  @discardableResult
  public static func write(_ catalog: Catalog, to sink: Sink) throws -> String { try write(CatalogParts(catalog), to: sink) }

  /// Writes a catalog.
  ///
  /// - Returns: the `contentHash` of the catalog.
  /// - Throws: any error of the sink, or from loading lines.
  @discardableResult
  public static func write(_ catalog: CatalogParts, to sink: Sink) throws -> String {
    var parts = catalog.parts.makeIterator()
    return try write(catalog, parts: { parts.next() }, to: sink)
  }

  /// Writes a catalog whose entries come one part after the other.
  ///
  /// - Parameters:
  ///   - catalog: everything but the entries. Its own parts are left out.
  ///   - next: returns the next part, in the order of ids; nil at the end.
  /// - Returns: the `contentHash` of the catalog.
  /// - Throws: any error of the sink, from the parts, or from loading lines.
  @discardableResult
  package static func write(_ catalog: CatalogParts, parts next: () throws -> CatalogParts.Part?, to sink: Sink) throws -> String {
    var writer = JSONWriter(capacity: flushSize + (1 << 14))
    var hash = SHA256()
    let isHashed = catalog.contentHash == nil
    writer.beginObject()
    writer.member("schema", Catalog.schema)
    writer.member("generatedAt", catalog.generatedAt.description)
    writer.literal(",\n\"campuses\":[")
    var isFirst = true
    try list(catalog.campuses.span, &writer, &isFirst, hashing: isHashed, &hash, to: sink)
    writer.literal("\n],\n\"feeds\":[")
    isFirst = true
    // Feeds are not part of the content hash.
    try list(catalog.feeds.span, &writer, &isFirst, hashing: false, &hash, to: sink)
    writer.literal("\n],\n\"entries\":[")
    isFirst = true
    while let part = try next() {
      switch part {
      case .entries(let entries): try list(entries.span, &writer, &isFirst, hashing: isHashed, &hash, to: sink)
      case .lines(let lines):
        let lines = try lines.lines()
        if isHashed { hash.update(lines.bytes) }
        try lines.bytes.withUnsafeBytes { try splice($0, &writer, &isFirst, to: sink) }
      }
    }
    writer.literal("\n],\n")
    let contentHash = catalog.contentHash ?? "sha256:\(hash.finalize().hexadecimal)"
    writer.member("contentHash", contentHash)
    writer.endObject()
    writer.literal("\n")
    try writer.withBytes { try sink($0) }
    return contentHash
  }

  public static func bytes(of catalog: Catalog) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try? write(catalog) { bytes.append(contentsOf: $0) }
    return bytes
  }

  private static func list<Element: CatalogLine & ~Copyable>(
    _ elements: Span<Element>, _ writer: inout JSONWriter, _ isFirst: inout Bool, hashing isHashed: Bool, _ hash: inout SHA256,
    to sink: Sink
  ) throws {
    for index in elements.indices {
      writer.literal(isFirst ? "\n" : ",\n")
      isFirst = false
      let start = writer.count
      elements[index].write(to: &writer)
      if isHashed {
        let end = writer.count
        writer.literal("\n")
        writer.withBytes(from: start) { hash.update($0) }
        writer.truncate(to: end)
      }
      if writer.count > flushSize {
        try writer.withBytes { try sink($0) }
        writer.removeAll()
      }
    }
  }

  /// Writes encoded lines, with separators between them.
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
}

/// A type whose values are lines of a catalog.
protocol CatalogLine: ~Copyable {
  borrowing func write(to writer: inout JSONWriter)
}

extension Campus: CatalogLine {}
extension FeedReport: CatalogLine {}
extension Entry: CatalogLine {}
