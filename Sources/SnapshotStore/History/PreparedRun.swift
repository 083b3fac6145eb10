import Aggregation
import Basics
import CampusCatalog
import GRDB
import SimdJSON

/// A run that is ready to be written: its row, and the contents that it needs, encoded, hashed and compressed.
struct PreparedRun: Sendable {
  /// Larger parts are split at the ends of lines. In bytes.
  static let largestPiece = 64 << 20
  private static let level: Int32 = 1

  /// The row of the run, which has no number yet.
  let record: RunRecord
  private let campuses: [Campus]
  private let hash: ContentHashRow?
  /// The list of the parts that make up the entry lines of the catalog, in its order.
  let parts: [RunPart]
  /// The contents of the campus lines, the feed reports and the list of parts, then the entry lines that are not stored with a feed.
  let contents: [PiecewiseContent]
  /// Those of the contents that were not stored when they were compressed.
  private var compressed: [ContentID: StoredContent] = [:]

  /// Encodes and hashes the output of a run.
  ///
  /// - Parameter largestPiece: for tests.
  /// - Throws: an error if lines that no SHA-256 names cannot be read.
  init(_ run: RunUpdate, largestPiece: Int = largestPiece) throws(StoreError) {
    var parts: [RunPart] = []
    parts.reserveCapacity(run.parts.count)
    var pieces: [PiecewiseContent] = []
    let last = LastPart()
    for part in run.parts {
      if let name = part.lines.content {
        let content = try ContentID(name, "the entries of \(part.campus) are named")
        parts.append(RunPart(campus: part.campus, content: content, count: part.lines.count))
        continue
      }
      let lines = try last.lines(of: part)
      for (range, count) in Self.pieces(of: lines, largest: largestPiece) {
        let content = lines.bytes[range].withUnsafeBytes { bytes in
          PiecewiseContent(bytes) { piece throws(StoreError) in try last.lines(of: part).bytes[range].withUnsafeBytes(piece) }
        }
        pieces.append(content)
        parts.append(RunPart(campus: part.campus, content: content.id, count: count))
      }
    }
    self.parts = parts
    campuses = run.campuses
    let lists = [
      try PiecewiseContent { piece throws(StoreError) in Self.write(run.campuses, piece) { $0.write(to: &$1) } },
      try PiecewiseContent { piece throws(StoreError) in
        Self.write(run.feeds, piece) { report, writer in
          var report = report
          report.checkedAt = nil
          report.write(to: &writer)
        }
      },
      try PiecewiseContent { [parts] piece throws(StoreError) in StoredJSON.write(parts, piece) },
    ]
    contents = lists + pieces
    record = RunRecord(
      id: 0, generatedAt: run.generatedAt, selection: run.selection, requested: run.selection, campuses: lists[0].id, reports: lists[1].id,
      parts: lists[2].id, checked: StoredJSON.checkTimes(of: run.feeds, from: run.generatedAt),
      durations: StoredJSON.write(run.durations))
    hash = run.contentHash.flatMap { ContentID(contentHash: $0) }.map {
      ContentHashRow(campuses: lists[0].id, parts: lists[2].id, hash: $0)
    }
  }

  /// Compresses the contents that are not stored, so that this does not prolong the write lock.
  ///
  /// - Throws: `store.full` if a content is larger than `StoredContent.largest`.
  mutating func compress(except stored: Set<ContentID>) throws(StoreError) {
    for content in contents where !stored.contains(content.id) { compressed[content.id] = try Self.packed(content) }
  }

  private static func packed(_ content: PiecewiseContent) throws(StoreError) -> StoredContent {
    try StoredContent(packing: content, level: level, "the output of a run")
  }

  /// An estimate of the bytes that the run adds to the file.
  var size: Int { compressed.values.reduce(512) { $0 + $1.bytes.count } }

  /// Writes the run, inside a transaction of the caller.
  ///
  /// - Returns: false if nothing was written because the entry lines of a feed are no longer stored.
  func apply(in database: Database) throws -> Bool {
    // A content that was stored before the transaction may have been removed in the meantime.
    let new = try contents.filter { try !database.containsContent($0.id) }
    // The contents of a list of parts that is stored exist as long as that list.
    if new.contains(where: { $0.id == self.record.parts }) {
      let known = Set(contents.map(\.id))
      for part in parts where try !known.contains(part.content) && !database.containsContent(part.content) { return false }
    }
    for content in new { try database.insert(try compressed[content.id] ?? Self.packed(content)) }
    if new.contains(where: { $0.size >= StoredContent.smallestPatched }) { try patchFormerParts(in: database) }
    var record = record
    // A removed run that a watch has reported keeps its number: another run must not be mistaken for it.
    record.id = (try database.integer("SELECT max(id) FROM (SELECT id FROM run UNION ALL SELECT run FROM watch)") ?? 0) + 1
    try record.insert(in: database)
    if let hash, try ContentHashRow.hash(of: record, in: database) != hash.hash {
      try hash.insert(in: database)
    }
    for campus in campuses { try database.storePastDates(of: campus, before: record.generatedAt) }
    return true
  }

  /// Makes the parts of the last run with this selection patches of those that replace them.
  private func patchFormerParts(in database: Database) throws {
    let selection = StoredJSON.write(record.selection)
    // If that run is damaged, its parts stay as they are.
    guard let former = try RunRecord.firstIntact("WHERE selection = ? \(RunRecord.order)", [selection], in: database),
      former.parts != record.parts, let list = try? StoredJSON.parts(try database.requiredContent(former.parts).unpacked())
    else { return }
    for (old, new) in zip(list, parts) where old.campus == new.campus && old.content != new.content {
      try database.patch(old.content, from: new.content)
    }
  }

  // MARK: - Contents

  /// The part whose lines were read last: a campus with many feeds has as many pieces.
  private final class LastPart: Sendable {
    private let last = Guarded<(campus: CampusID, lines: EntryLines)?>(nil)

    func lines(of part: RunUpdate.Part) throws(StoreError) -> EntryLines {
      if let last = last.withLock({ $0 }), last.campus == part.campus { return last.lines }
      do {
        let lines = try part.lines.lines()
        last.withLock { $0 = (part.campus, lines) }
        return lines
      } catch {
        throw error as? StoreError ?? StoreError(.storeIO, "the entries of \(part.campus) cannot be read: \(error)")
      }
    }
  }

  /// Returns campuses as a run stores them: one a line.
  static func lines(of campuses: [Campus]) -> [UInt8] {
    var lines: [UInt8] = []
    write(campuses, { lines += $0 }, { $0.write(to: &$1) })
    return lines
  }

  /// Writes values as lines, in pieces.
  private static func write<Value>(
    _ values: [Value], _ piece: (UnsafeRawBufferPointer) -> Void, _ write: (Value, inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter(capacity: 2 * StoredJSON.pieceSize)
    for value in values {
      write(value, &writer)
      writer.literal("\n")
      writer.flush(to: piece)
    }
    writer.flush(atLeast: 1, to: piece)
  }

  /// Splits lines by feed, in order. The lines of a feed that a merge did not change are then the content of the feed's result, which is
  /// already stored.
  ///
  /// - Parameter largest: the maximum size of a piece in bytes. A longer line becomes a separate piece.
  private static func pieces(of lines: EntryLines, largest: Int) -> [(range: Range<Int>, count: Int)] {
    var pieces: [(range: Range<Int>, count: Int)] = []
    var (start, end, count) = (0, 0, 0)
    var feed: ArraySlice<UInt8> = []
    func cut() {
      guard count > 0 else { return }
      pieces.append((start..<end, count))
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
