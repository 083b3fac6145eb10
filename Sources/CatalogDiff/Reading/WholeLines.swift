import CampusCatalog
import SimdJSON

/// A catalog in any layout and any order, read as a whole: its entries as lines, sorted by their ids.
final class WholeLines: CatalogLines {
  let head: CatalogHead
  let contentHash: String
  // Owned: filled once in `init`, freed with this object. Lines that `next` gives point into it.
  private let room: UnsafeMutableRawBufferPointer
  /// The position of each entry's line, in the order of the file.
  private let places: [Range<Int>]
  /// The entries in the order of their ids.
  private let order: [Int]
  private var position = 0

  /// - Throws: `DiffError` for what is no catalog.
  init(_ text: CatalogText) throws {
    let read = try Self.fromLines(text) ?? Self.fromJSON(text)
    room = .allocate(byteCount: max(1, read.lines.count), alignment: 16)
    room.copyBytes(from: read.lines)
    (head, contentHash, places) = (read.head, read.contentHash, read.places)
    do {
      let (room, places) = (room, places)
      let entries = try places.indices.map { try EntryLine(UnsafeRawBufferPointer(rebasing: room[places[$0]]), index: $0) }
      order = entries.indices.sorted { entries[$0].order(to: entries[$1]) < 0 }
      for (left, right) in zip(order, order.dropFirst()) where entries[left].order(to: entries[right]) == 0 {
        throw DiffError("\(text.name): the id \(String(decoding: entries[left].id, as: UTF8.self)) stands there twice")
      }
    } catch is NotLines {
      throw DiffError("\(text.name): each entry must have an \"id\"")
    }
  }

  deinit { room.deallocate() }

  func next() throws -> EntryLine? {
    guard position < order.count else { return nil }
    let index = order[position]
    position += 1
    return try EntryLine(line(index), index: index)
  }

  /// The entry at a place of the file; valid while this object lives.
  func line(_ index: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: room[places[index]]) }

  // MARK: - Reading

  private typealias Read = (head: CatalogHead, contentHash: String, lines: [UInt8], places: [Range<Int>])

  /// Nil for another layout than that of `CatalogWriter`.
  private static func fromLines(_ text: CatalogText) throws -> Read? {
    do {
      let catalog = try CanonicalLines(text, isInOrder: false)
      var (lines, places): ([UInt8], [Range<Int>]) = ([], [])
      while let entry = try catalog.next() {
        places.append(lines.count..<(lines.count + entry.bytes.count))
        lines.append(contentsOf: entry.bytes)
      }
      return (catalog.head, catalog.contentHash, lines, places)
    } catch is NotLines {
      return nil
    }
  }

  private static func fromJSON(_ text: CatalogText) throws -> Read {
    let bytes = try text.bytes()
    func refuse(_ why: String) -> DiffError { DiffError("\(text.name): \(why)") }
    let document: JSONDocument
    do throws(JSONError) { document = try JSONDocument(parsing: bytes) } catch {
      throw DiffError("\(text.name):\(error.line):\(error.column): \(error.message)")
    }
    let root = document.root
    guard let schema = root["schema"]?.string else { throw refuse("this is no catalog: it does not say its \"schema\"") }
    guard schema == Catalog.schema else {
      throw refuse("this program reads \"\(Catalog.schema)\", the file is of \"\(PlainText.line(schema)?.prefix(60) ?? "")\"")
    }
    guard let generatedAt = root["generatedAt"]?.string else { throw refuse("\"generatedAt\" is missing") }
    guard let campuses = root["campuses"], campuses.isArray, let feeds = root["feeds"], feeds.isArray, let entries = root["entries"],
      entries.isArray
    else { throw refuse("\"campuses\", \"feeds\" or \"entries\" is missing or no list") }
    do throws(JSONFieldError) {
      try root.expectOnly(["schema", "generatedAt", "campuses", "feeds", "entries", "contentHash"])
    } catch {
      throw refuse(error.message)
    }
    guard let contentHash = root["contentHash"]?.string else { throw refuse("\"contentHash\" is missing or no text") }
    let (lines, places) = self.lines(entries, startingWith: "id")
    let head = CatalogHead(generatedAt: generatedAt, campuses: values(campuses), feeds: values(feeds))
    return (head, contentHash, lines, places)
  }

  /// The elements of a list as canonical texts, without the order of their keys being changed, but for one that goes first.
  private static func lines(_ list: JSONValue, startingWith first: StaticString?) -> (lines: [UInt8], places: [Range<Int>]) {
    var writer = JSONWriter()
    var places: [Range<Int>] = []
    var elements = list.elements
    while let element = elements.next() {
      let start = writer.count
      if let first, element.isObject, let value = element[first] {
        writer.beginObject()
        writer.key(first)
        writer.copy(value)
        var members = element.members
        while let member = members.next() {
          if member.isKey(first) { continue }
          writer.key(member.key)
          writer.copy(member.value)
        }
        writer.endObject()
      } else {
        writer.copy(element)
      }
      places.append(start..<writer.count)
      writer.literal("\n")
    }
    return (writer.bytes, places)
  }

  private static func values(_ list: JSONValue) -> [[UInt8]] {
    let (lines, places) = self.lines(list, startingWith: nil)
    return places.map { Array(lines[$0]) }
  }
}
