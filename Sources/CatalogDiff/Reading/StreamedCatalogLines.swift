/// A catalog in the layout of `CatalogWriter`, read line by line in constant memory.
///
///     {"schema":"campus-catalog/1","generatedAt":"2026-11-21T12:00:00Z",
///     "campuses":[
///     {"id":"penn",…}
///     ],
///     "feeds":[
///     {"id":"penn/dining",…}
///     ],
///     "entries":[
///     {"id":"penn/dining/593",…},
///     {"id":"penn/dining/636",…}
///     ],
///     "contentHash":"sha256:…"}
///
/// The initializer and `next` throw `NotCanonicalLayout` for any other layout. Lines are not parsed: of an entry, only the id is read.
package final class StreamedCatalogLines: CatalogLines {
  private let reader: LineReader
  private let requiresOrder: Bool
  package private(set) var edition: CatalogComparison.Edition
  private var isAtEnd = false
  /// Whether the last element of the current list was followed by a comma, so that another one must come; nil before the first.
  private var wantsMore: Bool?
  private var lastID: [UInt8] = []

  /// - Parameter requiresOrder: whether entries must be sorted by id, each id once.
  package init(_ text: CatalogText, requiresOrder: Bool = true) throws {
    self.requiresOrder = requiresOrder
    reader = LineReader(try text.open())
    edition = CatalogComparison.Edition(name: text.name)
    edition.generatedAt = try quoted(line(), between: #"{"schema":"campus-catalog/1","generatedAt":""#, and: #"","#)
    try expect(#""campuses":["#)
    edition.campuses = try list()
    try expect(#""feeds":["#)
    edition.feeds = try list()
    try expect(#""entries":["#)
  }

  package func next() throws -> EntryLine? {
    if isAtEnd { return nil }
    guard let line = try element() else {
      isAtEnd = true
      edition.contentHash = try quoted(self.line(), between: #""contentHash":""#, and: #""}"#)
      guard reader.isTerminated, try reader.next() == nil else { throw NotCanonicalLayout() }
      return nil
    }
    guard let entry = EntryLine(line, index: edition.count) else { throw NotCanonicalLayout() }
    edition.count += 1
    guard requiresOrder else { return entry }
    guard lastID.withUnsafeBytes({ $0.order(to: entry.id) }) < 0 else { throw NotCanonicalLayout() }
    lastID.removeAll(keepingCapacity: true)
    lastID.append(contentsOf: entry.id)
    return entry
  }

  // MARK: - Lines

  /// Returns the next line, and throws at the end of the text: a catalog that ends early is never read as a smaller one.
  private func line() throws -> UnsafeRawBufferPointer {
    guard let line = try reader.next() else { throw NotCanonicalLayout() }
    return line
  }

  /// Reads a line that must have exactly this text.
  private func expect(_ text: StaticString) throws {
    let expected = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard try line().elementsEqual(expected) else { throw NotCanonicalLayout() }
  }

  /// Returns the text between two fixed strings: printable ASCII without escapes, on a line of less than 1 KiB.
  private func quoted(_ line: UnsafeRawBufferPointer, between start: String, and end: String) throws -> String {
    let (start, end) = (Array(start.utf8), Array(end.utf8))
    guard line.count >= start.count + end.count, line.count < 1 << 10, line.starts(with: start), line.suffix(end.count).elementsEqual(end)
    else { throw NotCanonicalLayout() }
    let text = line[start.count..<(line.count - end.count)]
    guard text.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else {
      throw NotCanonicalLayout()
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the next line of a list without its comma, or nil at the end of the list.
  private func element() throws -> UnsafeRawBufferPointer? {
    let line = try self.line()
    if line.elementsEqual("],".utf8) {
      guard wantsMore != true else { throw NotCanonicalLayout() }
      wantsMore = nil
      return nil
    }
    guard wantsMore != false else { throw NotCanonicalLayout() }
    let hasComma = line.last == UInt8(ascii: ",")
    wantsMore = hasComma
    return hasComma ? UnsafeRawBufferPointer(rebasing: line.dropLast()) : line
  }

  /// Returns the lines up to the end of a list, without their commas.
  private func list() throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    while let line = try element() { lines.append(Array(line)) }
    return lines
  }
}

/// A catalog as lines: its header values, then its entries in the order of their ids.
///
/// `CatalogComparison` merges two of these in one pass, as sorted lists are merged.
package protocol CatalogLines: AnyObject {
  /// The header values, which are known before the first entry is read. The content hash and the number of entries are known only after
  /// the last one.
  var edition: CatalogComparison.Edition { get }

  /// Returns the next entry by id, or nil at the end. It points into the reader's memory and is valid until the next call.
  ///
  /// - Throws: `NotCanonicalLayout` if the text turns out to have another layout; errors of reading.
  func next() throws -> EntryLine?
}

/// The error for a text that does not have the layout that `CatalogWriter` writes.
///
/// It does not leave the library: the text is then read as a JSON document, or the error becomes another one.
package struct NotCanonicalLayout: Error {}
