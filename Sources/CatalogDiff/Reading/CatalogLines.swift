package import CampusCatalog
import Glibc

/// A catalog in the layout of `CatalogWriter`, read line by line in constant memory: its header, then its entries in the order of their
/// ids.
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
package final class CatalogLines {
  /// The size in bytes up to which the buffer grows. The program writes no longer lines.
  private static let longestLine = 64 << 20

  /// The content hash and the number of entries are known only after the last entry.
  package private(set) var header: CatalogHeader
  private let refill: CatalogText.Refill
  private let positions: [Int]?
  // Allocated and freed here. The entries that `next` returns point into it. 1 MiB at first, doubled for longer lines.
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
  /// The bytes of the buffer that have not been returned.
  private var unread = 0..<0
  private var isAtEnd = false
  /// Whether the last element of the current list was followed by a comma, so that another one must come; nil before the first.
  private var wantsMore: Bool?
  private var lastID: [UInt8] = []

  package init(_ text: CatalogText) throws {
    header = CatalogHeader(name: text.name)
    refill = try text.open()
    positions = text.positions
    header.generatedAt = try quoted(line(), between: #"{"schema":"campus-catalog/1","generatedAt":""#, and: #"","#)
    try expect(#""campuses":["#)
    header.campuses = try list()
    try expect(#""feeds":["#)
    header.feeds = try list()
    try expect(#""entries":["#)
  }

  deinit { buffer.deallocate() }

  /// Returns the next entry, or nil at the end. It points into the buffer and is valid until the next call.
  ///
  /// - Throws: `NotCanonicalLayout`; errors of reading.
  package func next() throws -> EntryLine? {
    if isAtEnd { return nil }
    guard let line = try element() else {
      isAtEnd = true
      header.contentHash = try quoted(self.line(), between: #""contentHash":""#, and: #""}"#)
      guard unread.isEmpty, try fill() == 0 else { throw NotCanonicalLayout() }
      return nil
    }
    guard let entry = EntryLine(line, index: positions?[header.count] ?? header.count) else { throw NotCanonicalLayout() }
    header.count += 1
    guard lastID.withUnsafeBytes({ $0.order(to: entry.id) }) < 0 else { throw NotCanonicalLayout() }
    lastID.removeAll(keepingCapacity: true)
    lastID.append(contentsOf: entry.id)
    return entry
  }

  // MARK: - Lines

  /// Returns the next line without its line feed, and throws at the end of the text: a catalog that ends early is never read as a smaller
  /// one.
  private func line() throws -> UnsafeRawBufferPointer {
    var searched = unread.lowerBound
    while true {
      if let base = buffer.baseAddress, let found = memchr(base + searched, 0x0A, unread.upperBound - searched) {
        let line = UnsafeRawBufferPointer(rebasing: buffer[unread.lowerBound..<base.distance(to: found)])
        unread = (unread.lowerBound + line.count + 1)..<unread.upperBound
        return line
      }
      let count = unread.count
      guard try fill() > 0 else { throw NotCanonicalLayout() }
      searched = count
    }
  }

  /// Moves the unread bytes to the beginning of the buffer, doubling it if they fill more than half of it, and reads more.
  ///
  /// - Returns: the number of bytes read; 0 at the end.
  private func fill() throws -> Int {
    let rest = UnsafeRawBufferPointer(rebasing: buffer[unread])
    if rest.count > buffer.count / 2 {
      guard buffer.count < Self.longestLine else { throw NotCanonicalLayout() }
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
      larger.copyMemory(from: rest)
      buffer.deallocate()
      buffer = larger
    } else if unread.lowerBound > 0 {
      // The two may overlap: `copyMemory` allows that.
      buffer.copyMemory(from: rest)
    }
    let count = try refill(UnsafeMutableRawBufferPointer(rebasing: buffer[rest.count...]))
    unread = 0..<(rest.count + count)
    return count
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
    guard text.allSatisfy(CatalogHeader.isPlain) else { throw NotCanonicalLayout() }
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

/// The error for a text that does not have the layout that `CatalogWriter` writes.
///
/// It never leaves the library: the text is then read as a JSON document, or the error is converted.
package struct NotCanonicalLayout: Error {}
