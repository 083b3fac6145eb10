import Basics
import CampusCatalog
import SimdJSON

/// The catalog itself in its canonical form (`CatalogWriter`), with the entries that pass the filter.
final class CatalogDocument: SequentialFormat {
  private let header: ExportHeader
  private var writer = JSONWriter()
  private var hash = SHA256()
  private var isFirst = true
  /// The text before the first entry.
  private static let entries = Array("\"entries\":[".utf8)

  init(_ header: ExportHeader) { self.header = header }

  func begin(_ sink: CatalogWriter.Sink) throws {
    // A catalog without entries has everything that precedes them.
    let empty = Catalog(generatedAt: header.generatedAt, campuses: header.campuses, feeds: header.feeds, entries: [])
    let bytes = CatalogWriter.bytes(of: empty)
    let end = bytes.firstRange(of: Self.entries)?.upperBound ?? bytes.endIndex
    try bytes[..<end].withUnsafeBytes { try sink($0) }
    for campus in header.campuses {
      campus.write(to: &writer)
      writer.literal("\n")
    }
    hash.update(writer.bytes)
    writer.removeAll()
  }

  func add(_ entries: [Entry], _ sink: CatalogWriter.Sink) throws {
    for entry in entries {
      writer.literal(isFirst ? "\n" : ",\n")
      isFirst = false
      let start = writer.count
      entry.write(to: &writer)
      let end = writer.count
      writer.literal("\n")
      writer.withBytes(from: start) { hash.update($0) }
      writer.truncate(to: end)
    }
    try writer.withBytes { try sink($0) }
    writer.removeAll()
  }

  func end(_ sink: CatalogWriter.Sink) throws {
    writer.literal("\n],\n\"contentHash\":")
    writer.string("sha256:" + hash.finalize().hexadecimal)
    writer.literal("}\n")
    try writer.withBytes { try sink($0) }
  }
}
