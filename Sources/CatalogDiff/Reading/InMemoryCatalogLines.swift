import SimdJSON

/// A catalog in any layout and order, read into memory as a whole; its entries become canonical lines, sorted by id.
///
/// Each line has its index in the file, so that `CatalogComparison` can determine which entries have moved. Memory grows with the file.
final class InMemoryCatalogLines: CatalogLines {
  let edition: CatalogComparison.Edition
  // Owned: filled once in `init`, freed with this object. The lines that `next` returns point into it.
  private let buffer: UnsafeMutableRawBufferPointer
  /// The entries in the order of the file. They are valid as long as this object.
  let entries: [EntryLine]
  /// Indices of entries, sorted by id.
  private let order: [Int]
  private var position = 0

  /// - Throws: `DiffError` if the text is not a catalog, or if an id occurs twice; errors of reading.
  init(_ text: CatalogText) throws {
    let read = try Self.fromLines(text) ?? Self.fromJSON(text)
    buffer = .allocate(byteCount: max(1, read.lines.count), alignment: 16)
    buffer.copyBytes(from: read.lines)
    edition = read.edition
    let buffer = UnsafeRawBufferPointer(buffer)
    let entries = try read.ranges.enumerated().map { index, range in
      guard let entry = EntryLine(UnsafeRawBufferPointer(rebasing: buffer[range]), index: index) else {
        throw DiffError("\(text.name): each entry must have an \"id\"")
      }
      return entry
    }
    order = entries.indices.sorted { entries[$0].id.order(to: entries[$1].id) < 0 }
    for (left, right) in zip(order, order.dropFirst()) where entries[left].id.order(to: entries[right].id) == 0 {
      throw DiffError("\(text.name): the id \(String(decoding: entries[left].id, as: UTF8.self)) occurs twice")
    }
    self.entries = entries
  }

  deinit { buffer.deallocate() }

  func next() throws -> EntryLine? {
    guard position < order.count else { return nil }
    defer { position += 1 }
    return entries[order[position]]
  }

  // MARK: - Reading

  /// A catalog as it was read; `ranges` are the bytes of each entry in `lines`, in the order of the file.
  private typealias Read = (edition: CatalogComparison.Edition, lines: [UInt8], ranges: [Range<Int>])

  /// Reads a catalog whose entries are lines, in any order. Entries are copied, not parsed.
  ///
  /// - Returns: nil if the layout is not that of `CatalogWriter`.
  private static func fromLines(_ text: CatalogText) throws -> Read? {
    do {
      let catalog = try StreamedCatalogLines(text, requiresOrder: false)
      var (lines, ranges): ([UInt8], [Range<Int>]) = ([], [])
      while let entry = try catalog.next() {
        ranges.append(lines.count..<(lines.count + entry.bytes.count))
        lines.append(contentsOf: entry.bytes)
      }
      return (catalog.edition, lines, ranges)
    } catch is NotCanonicalLayout {
      return nil
    }
  }

  /// Reads a catalog as one JSON document, in any layout.
  ///
  /// - Throws: `DiffError` if the text is not JSON, with the line and column, and for members that are missing, unknown or of another type.
  private static func fromJSON(_ text: CatalogText) throws -> Read {
    let bytes = try text.bytes()
    func refuse(_ why: String) -> DiffError { DiffError("\(text.name): \(why)") }
    if CatalogReader.isNDJSON(bytes) {
      let problem = "this is not a catalog, but may be NDJSON, which has neither its feeds nor its time"
      throw refuse("\(problem); write the catalog with --format json")
    }
    let document = try CatalogLineDecoder.document(bytes, named: text.name)
    let root = document.root
    guard let schema = root["schema"]?.string else { throw refuse("this is not a catalog: \"schema\" is missing") }
    guard schema == Catalog.schema else {
      throw refuse("this program reads \"\(Catalog.schema)\", but \"schema\" is \"\(PlainText.line(schema)?.prefix(60) ?? "")\"")
    }
    guard let generatedAt = root["generatedAt"]?.string else { throw refuse("\"generatedAt\" is missing") }
    guard let campuses = root["campuses"], campuses.isArray, let feeds = root["feeds"], feeds.isArray, let entries = root["entries"],
      entries.isArray
    else { throw refuse("\"campuses\", \"feeds\" or \"entries\" is missing or not a list") }
    do throws(JSONFieldError) {
      try root.expectOnly(["schema", "generatedAt", "campuses", "feeds", "entries", "contentHash"])
    } catch {
      throw refuse(error.message)
    }
    guard let contentHash = root["contentHash"]?.string else { throw refuse("\"contentHash\" is missing or not a string") }
    let (lines, ranges) = self.lines(entries)
    let edition = CatalogComparison.Edition(
      name: text.name, generatedAt: generatedAt, contentHash: contentHash, campuses: try campuses.values { $0.canonical },
      feeds: try feeds.values { $0.canonical }, count: ranges.count)
    return (edition, lines, ranges)
  }

  /// Returns entries as canonical lines, and the range of each. The id is written first, because `EntryLine` expects it there. All other
  /// keys keep their order.
  private static func lines(_ list: JSONValue) -> (lines: [UInt8], ranges: [Range<Int>]) {
    var writer = JSONWriter()
    var ranges: [Range<Int>] = []
    var elements = list.elements
    while let element = elements.next() {
      let start = writer.count
      if let id = element["id"] {
        writer.beginObject()
        writer.key("id")
        writer.copy(id)
        var members = element.members
        while let member = members.next() {
          if member.isKey("id") { continue }
          writer.key(member.key)
          writer.copy(member.value)
        }
        writer.endObject()
      } else {
        writer.copy(element)
      }
      ranges.append(start..<writer.count)
      writer.literal("\n")
    }
    return (writer.bytes, ranges)
  }
}
