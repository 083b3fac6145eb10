import CampusCatalog

/// The rows of the tables of one campus, added in any order and read back sorted.
///
/// The texts are in a scratch file. In memory a row takes 40 bytes, whatever the length of its name: 16 bytes of its key at a time, and where
/// the rest is.
struct PageRows {
  private(set) var rows: [Row] = []
  private let file: any ScratchFile
  private var end = 0

  /// The subject of a row, in the order of the keys.
  enum Kind: UInt8, Sendable { case alert, place, event }

  /// A row whose text is in the file.
  struct Row {
    fileprivate var chunk: Chunk
    /// Where the key is in the file; the texts follow it.
    fileprivate let position: Int
    fileprivate let keySize: UInt16
    let kind: Kind
    /// The position of a place's category in `Category.allCases`.
    let group: UInt8
    fileprivate let sizes: (UInt32, UInt32, UInt32)
  }

  /// A row that is not in the file yet.
  struct Draft: Sendable {
    let kind: Kind
    var group: UInt8 = 0
    /// Rows are sorted by kind, then by the bytes of their keys. Equal keys stay in the order in which the rows were added.
    let key: [UInt8]
    /// At most three texts, each for a table of its own.
    let texts: [[UInt8]]
  }

  init(_ file: any ScratchFile) { self.file = file }

  var isEmpty: Bool { rows.isEmpty }

  func contains(_ kind: Kind) -> Bool { rows.contains { $0.kind == kind } }

  // MARK: - Adding

  mutating func add(_ draft: Draft) throws {
    let key = [draft.kind.rawValue] + draft.key.prefix(Self.longestKey)
    func size(_ index: Int) -> UInt32 { index < draft.texts.count ? UInt32(clamping: draft.texts[index].count) : 0 }
    rows.append(
      Row(
        chunk: Chunk(key[...]), position: end, keySize: UInt16(key.count), kind: draft.kind, group: draft.group,
        sizes: (size(0), size(1), size(2))))
    try append(key)
    for text in draft.texts { try append(text) }
  }

  private mutating func append(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try file.append($0) }
    end += bytes.count
  }

  /// Names that are the same up to here are not sorted further.
  private static let longestKey = 4096

  // MARK: - Reading

  /// Returns one of the texts of a row.
  func text(_ index: Int, of row: Row) throws -> [UInt8] {
    let (first, second, third) = (Int(row.sizes.0), Int(row.sizes.1), Int(row.sizes.2))
    let start = row.position + Int(row.keySize) + (index > 0 ? first : 0) + (index > 1 ? second : 0)
    let size = index == 0 ? first : index == 1 ? second : third
    return size > 0 ? try file.bytes(in: start..<(start + size)) : []
  }

  /// Whether a row has one of its texts.
  func hasText(_ index: Int, _ row: Row) -> Bool { (index == 0 ? row.sizes.0 : index == 1 ? row.sizes.1 : row.sizes.2) > 0 }

  /// Sorts the rows.
  mutating func sort() throws { try sort(rows.indices, at: 0) }

  /// Sorts rows that do not differ in the bytes of their keys before an offset.
  private mutating func sort(_ range: Range<Int>, at offset: Int) throws {
    if offset > 0 {
      for index in range { rows[index].chunk = try chunk(of: rows[index], at: offset) }
    }
    rows.withUnsafeMutableBufferPointer { rows in
      var part = UnsafeMutableBufferPointer(rebasing: rows[range])
      part.sort { $0.chunk != $1.chunk ? $0.chunk < $1.chunk : $0.position < $1.position }
    }
    let next = offset + Chunk.size
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, rows[end].chunk == rows[start].chunk { end += 1 }
      if end - start > 1, rows[start..<end].contains(where: { Int($0.keySize) > next }) { try sort(start..<end, at: next) }
      start = end
    }
  }

  private func chunk(of row: Row, at offset: Int) throws -> Chunk {
    let (start, end) = (row.position + offset, row.position + Int(row.keySize))
    return start < end ? Chunk(try file.bytes(in: start..<min(start + Chunk.size, end))[...]) : Chunk([])
  }

  /// Sixteen bytes of a key. Behind the end of the key they are zero.
  fileprivate struct Chunk: Comparable {
    static let size = 16
    private let (high, low): (UInt64, UInt64)

    init(_ bytes: ArraySlice<UInt8>) { (high, low) = (bytes.sortPrefix, bytes.dropFirst(8).sortPrefix) }

    static func < (left: Self, right: Self) -> Bool { left.high != right.high ? left.high < right.high : left.low < right.low }
  }
}
