import CampusCatalog
import OpeningHours
import SimdJSON

extension CatalogText {
  /// Returns a catalog of any layout in the layout of `CatalogWriter`, with its entries sorted by id, in memory.
  ///
  /// All values stay the same. Members keep their order, except that the id comes first.
  ///
  /// - Throws: `DiffError` if the text is not a catalog: not JSON, with the line and column; members that are missing, unknown or of
  ///   another type; an id of an entry that is missing or occurs twice. Errors of reading.
  func canonical() throws -> CatalogText {
    let bytes = try bytes()
    func refuse(_ why: String) -> DiffError { DiffError("\(name): \(why)") }
    if CatalogReader.isNDJSON(bytes) {
      let problem = "this is not a catalog, but may be NDJSON, which has neither its feeds nor its time"
      throw refuse("\(problem); write the catalog with --format json")
    }
    let document: JSONDocument
    do { document = try JSONDocument(parsing: bytes) } catch {
      throw DiffError("\(name):\(error.line):\(error.column): \(error.message)")
    }
    let root = document.root
    guard let schema = root["schema"]?.string else { throw refuse("this is not a catalog: \"schema\" is missing") }
    guard schema == Catalog.schema else {
      throw refuse("this program reads \"\(Catalog.schema)\", but \"schema\" is \"\(PlainText.line(schema)?.prefix(60) ?? "")\"")
    }
    guard let generatedAt = root["generatedAt"]?.string else { throw refuse("\"generatedAt\" is missing") }
    guard Instant(generatedAt) != nil else { throw refuse("\"generatedAt\" is not a time") }
    guard let campuses = root["campuses"], campuses.isArray, let feeds = root["feeds"], feeds.isArray, let entries = root["entries"],
      entries.isArray
    else { throw refuse("\"campuses\", \"feeds\" or \"entries\" is missing or not a list") }
    do throws(JSONFieldError) {
      try root.expectOnly(["schema", "generatedAt", "campuses", "feeds", "entries", "contentHash"])
    } catch {
      throw refuse(error.message)
    }
    guard let contentHash = root["contentHash"]?.string else { throw refuse("\"contentHash\" is missing or not a string") }
    guard CatalogReader.isContentHash(contentHash) else { throw refuse("\"contentHash\" is not a SHA-256 hash") }
    let header = CatalogHeader(
      name: name, generatedAt: generatedAt, contentHash: contentHash, campuses: Self.lines(campuses), feeds: Self.lines(feeds))
    let lines = Self.lines(entries)
    let ids = try lines.map { line in
      guard let id = line.withUnsafeBytes({ EntryLine($0).map { Array($0.id) } }) else { throw refuse("each entry must have an \"id\"") }
      return id
    }
    let order = ids.indices.sorted { ids[$0].lexicographicallyPrecedes(ids[$1]) }
    for (left, right) in zip(order, order.dropFirst()) where ids[left] == ids[right] {
      throw refuse("the id \(String(decoding: ids[left], as: UTF8.self)) occurs twice")
    }
    var text = CatalogText(header, order.map { lines[$0] })
    if order.first != 0 || zip(order, order.dropFirst()).contains(where: >) { text.positions = order }
    return text
  }

  /// Creates the text of a catalog from canonical lines.
  private init(_ header: CatalogHeader, _ entries: [[UInt8]]) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("schema", Catalog.schema)
    writer.member("generatedAt", header.generatedAt)
    for (key, lines) in [("campuses", header.campuses), ("feeds", header.feeds), ("entries", entries)] as [(StaticString, [[UInt8]])] {
      writer.literal(",\n")
      writer.key(key)
      writer.beginArray()
      for (index, line) in lines.enumerated() {
        writer.literal(index == 0 ? "\n" : ",\n")
        line.withUnsafeBytes { writer.raw($0) }
      }
      writer.literal("\n")
      writer.endArray()
    }
    writer.literal(",\n")
    writer.member("contentHash", header.contentHash)
    writer.endObject()
    writer.literal("\n")
    self.init(named: header.name, bytes: writer.bytes)
  }

  /// Returns the objects of a list as canonical lines. The id is written first, because `EntryLine` expects it there.
  private static func lines(_ list: JSONValue) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var elements = list.elements
    while let element = elements.next() {
      var writer = JSONWriter(capacity: 2048)
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
      lines.append(writer.bytes)
    }
    return lines
  }
}
