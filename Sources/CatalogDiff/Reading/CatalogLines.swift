/// A catalog as lines: the values before and after its entries, and the entries one by one in the order of their ids.
protocol CatalogLines: AnyObject {
  var head: CatalogHead { get }

  /// The next entry by id; nil at the end. Valid until the next call.
  func next() throws -> EntryLine?

  /// The content hash stated in the catalog; known after the last entry.
  var contentHash: String { get }
}

/// The values before the entries of a catalog, each as a canonical line.
struct CatalogHead {
  var generatedAt: String
  var campuses: [[UInt8]]
  var feeds: [[UInt8]]
}

/// A catalog that is laid out as `CatalogWriter` does it, read line by line.
///
/// Throws `NotLines` for all others.
final class CanonicalLines: CatalogLines {
  private let reader: LineReader
  private let isInOrder: Bool
  private(set) var head: CatalogHead
  private(set) var contentHash = ""
  private var count = 0
  private var isAtEnd = false
  private var wantsMore = false
  private var lastID: [UInt8] = []

  /// - Parameter isInOrder: whether the entries must be sorted by id, each id once.
  init(_ text: CatalogText, isInOrder: Bool = true) throws {
    self.isInOrder = isInOrder
    reader = LineReader(try text.open())
    head = CatalogHead(generatedAt: "", campuses: [], feeds: [])
    head.generatedAt = try quoted(line(), between: #"{"schema":"campus-catalog/1","generatedAt":""#, and: #"","#)
    try expect(#""campuses":["#)
    head.campuses = try list()
    try expect(#""feeds":["#)
    head.feeds = try list()
    try expect(#""entries":["#)
  }

  func next() throws -> EntryLine? {
    if isAtEnd { return nil }
    let line = try self.line()
    if line.elementsEqual("],".utf8) {
      guard !wantsMore else { throw NotLines() }
      isAtEnd = true
      contentHash = try quoted(self.line(), between: #""contentHash":""#, and: #""}"#)
      guard reader.isTerminated, try reader.next() == nil else { throw NotLines() }
      return nil
    }
    guard wantsMore || count == 0 else { throw NotLines() }
    wantsMore = line.last == UInt8(ascii: ",")
    let entry = try EntryLine(wantsMore ? UnsafeRawBufferPointer(rebasing: line.dropLast()) : line, index: count)
    count += 1
    guard isInOrder else { return entry }
    guard lastID.withUnsafeBytes({ $0.order(to: entry.id) }) < 0 else { throw NotLines() }
    lastID.removeAll(keepingCapacity: true)
    lastID.append(contentsOf: entry.id)
    return entry
  }

  // MARK: - Lines

  private func line() throws -> UnsafeRawBufferPointer {
    guard let line = try reader.next() else { throw NotLines() }
    return line
  }

  private func expect(_ text: StaticString) throws {
    guard try line().elementsEqual(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) else { throw NotLines() }
  }

  /// A short text without escapes.
  private func quoted(_ line: UnsafeRawBufferPointer, between start: String, and end: String) throws -> String {
    let (start, end) = (Array(start.utf8), Array(end.utf8))
    guard line.count >= start.count + end.count, line.count < 1 << 10, line.starts(with: start), line.suffix(end.count).elementsEqual(end)
    else { throw NotLines() }
    let text = line[start.count..<(line.count - end.count)]
    guard text.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else { throw NotLines() }
    return String(decoding: text, as: UTF8.self)
  }

  /// Lines up to the end of a list.
  private func list() throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var wantsMore = true
    while true {
      let line = try self.line()
      if line.elementsEqual("],".utf8) {
        guard !wantsMore || lines.isEmpty else { throw NotLines() }
        return lines
      }
      guard wantsMore else { throw NotLines() }
      wantsMore = line.last == UInt8(ascii: ",")
      lines.append(Array(wantsMore ? UnsafeRawBufferPointer(rebasing: line.dropLast()) : line))
    }
  }
}
