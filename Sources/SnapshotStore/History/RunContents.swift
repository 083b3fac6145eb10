import CampusCatalog
import FeedKit
import SimdJSON
import StoreInterface

/// The contents that a run stores, with their names.
struct RunContents {
  /// Larger parts are split at the ends of lines. In bytes.
  static let largestPiece = 64 << 20

  /// The campus lines.
  let campuses: [UInt8]
  /// The lines of the feed reports, without the times at which feeds were checked.
  let reports: [UInt8]
  /// The list of parts, a `PartList`.
  let parts: [UInt8]
  /// The three above, then the entry lines that are not stored with a feed.
  private(set) var all: [(id: ContentID, bytes: [UInt8])]
  /// The contents that the list of parts names.
  let entryContents: [ContentID]

  /// Encodes and hashes what a run wrote.
  ///
  /// - Parameter largestPiece: for tests.
  /// - Throws: `store.corrupt` if lines are neither in memory nor named by an SHA-256.
  init(_ run: RunUpdate, largestPiece: Int = largestPiece) throws(StoreError) {
    var list = PartList()
    var pieces: [(id: ContentID, bytes: [UInt8])] = []
    for part in run.parts {
      if let stored = try Self.storedPart(part) {
        list.parts.append(stored)
        continue
      }
      guard let lines = part.lines.linesInMemory else { throw StoreError(.storeCorrupt, "the entries of \(part.campus) have no SHA-256") }
      for (bytes, count) in Self.pieces(of: lines, largest: largestPiece) {
        let id = ContentID(of: bytes)
        pieces.append((id, bytes))
        list.parts.append(PartList.Part(campus: part.campus, content: id, count: count))
      }
    }
    campuses = Self.campusLines(run)
    var writer = JSONWriter(capacity: 1 << 14)
    for var report in run.feeds {
      report.checkedAt = nil
      report.write(to: &writer)
      writer.literal("\n")
    }
    reports = writer.bytes
    parts = list.bytes
    entryContents = list.parts.map(\.content)
    all = [campuses, reports, parts].map { (ContentID(of: $0), $0) } + pieces
  }

  /// Returns the names of the campus lines and of the list of parts if all parts are stored results; otherwise nil.
  static func ids(_ run: RunUpdate) throws(StoreError) -> (campuses: ContentID, parts: ContentID)? {
    var list = PartList()
    for part in run.parts {
      guard let stored = try storedPart(part) else { return nil }
      list.parts.append(stored)
    }
    return (ContentID(of: campusLines(run)), ContentID(of: list.bytes))
  }

  /// Returns nil for lines that are not one stored result.
  private static func storedPart(_ part: RunUpdate.Part) throws(StoreError) -> PartList.Part? {
    guard let name = part.lines.content else { return nil }
    guard let content = ContentID(name) else {
      throw StoreError(.storeCorrupt, "the entries of \(part.campus) are named by something that is not an SHA-256")
    }
    return PartList.Part(campus: part.campus, content: content, count: part.lines.count)
  }

  private static func campusLines(_ run: RunUpdate) -> [UInt8] {
    var writer = JSONWriter(capacity: 1 << 14)
    for campus in run.campuses {
      campus.write(to: &writer)
      writer.literal("\n")
    }
    return writer.bytes
  }

  /// Splits lines by feed. The lines of a feed that a merge did not change are then the content of the feed's result, which is already
  /// stored.
  ///
  /// - Parameter largest: the maximum size of a piece in bytes. A longer line is a piece of its own.
  /// - Returns: the pieces in order, with their numbers of lines; none is empty.
  private static func pieces(of lines: EntryLines, largest: Int) -> [(bytes: [UInt8], count: Int)] {
    var pieces: [(bytes: [UInt8], count: Int)] = []
    var (start, end, count) = (0, 0, 0)
    var feed: ArraySlice<UInt8> = []
    func cut() {
      guard count > 0 else { return }
      pieces.append((Array(lines.bytes[start..<end]), count))
      (start, count) = (end, 0)
    }
    while end < lines.bytes.count {
      let next = lines.bytes[end...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? lines.bytes.count
      let nextFeed = Self.feed(of: lines.bytes[end..<next])
      if next - start > largest || nextFeed != feed { cut() }
      (end, feed) = (next, nextFeed)
      count += 1
    }
    cut()
    return pieces
  }

  /// Returns the start of a line up to the second slash of its id: `{"id":"gmu/whats-open/`. Empty if there is none.
  private static func feed(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var slashes = 0
    let end = line.firstIndex { byte in
      if byte == UInt8(ascii: "/") { slashes += 1 }
      return slashes == 2
    }
    return end.map { line[...$0] } ?? []
  }
}
