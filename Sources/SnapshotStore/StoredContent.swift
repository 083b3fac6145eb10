import Aggregation
import Basics
import CampusCatalog
import Foundation
import GRDB

/// The name of a content: its SHA-256. The file stores it as a blob of 32 bytes.
typealias ContentID = SHA256Digest

extension ContentID {
  private static let prefix = "sha256:"

  /// Parses the `contentHash` of a catalog, such as "sha256:…"; nil for any other text.
  init?(contentHash text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    self.init(String(text.dropFirst(Self.prefix.count)))
  }

  /// Parses a name. `what` begins the message of the error, such as "the result of penn/dining names its content".
  init(_ text: String, _ what: @autoclosure () -> String) throws(StoreError) {
    guard let id = ContentID(text) else { throw StoreError(.storeCorrupt, "\(what()) by something that is not an SHA-256") }
    self = id
  }

  /// The name in the form of a catalog's `contentHash`, such as "sha256:…".
  var contentHash: String { Self.prefix + description }
}

/// The row of a content: its bytes, compressed and followed by a checksum if that makes them smaller.
///
/// `bytes` is a zstd frame (RFC 8878) followed by a checksum for the coding `zstd`, and the content itself for the coding `raw`.
/// Contents with the coding `zstd` from earlier versions have no checksum.
struct StoredContent: Sendable {
  enum Coding: String, Sendable { case zstd, raw }

  /// The maximum size of a content that is stored or read, in bytes.
  static let largest = 256 << 20

  let id: ContentID
  /// The number of bytes before compression.
  let size: Int
  let coding: Coding
  let bytes: Data
}

extension StoredContent {
  /// Compresses a content.
  ///
  /// - Parameters:
  ///   - level: the level of zstd: higher is smaller and slower.
  ///   - what: a description for error messages.
  init(packing content: [UInt8], id: ContentID, level: Int32, _ what: @autoclosure () -> String) throws(StoreError) {
    try Self.checkSize(content.count, what)
    let frame = Zstandard.compressed(content, level: level, below: content.count - Self.checksumSize)
    self.init(id, size: content.count, frame, content: content)
  }

  /// Compresses a content that comes in pieces, so that it is never in memory as a whole.
  init(packing content: PiecewiseContent, level: Int32, _ what: @autoclosure () -> String) throws(StoreError) {
    try Self.checkSize(content.size, what)
    let frame = try Zstandard.compressed(size: content.size, level: level, below: content.size - Self.checksumSize, content.write)
    let bytes = frame == nil ? try content.bytes() : []
    self.init(content.id, size: content.size, frame, content: bytes)
  }

  private init(_ id: ContentID, size: Int, _ frame: Data?, content: @autoclosure () -> [UInt8]) {
    if let frame {
      self.init(id: id, size: size, coding: .zstd, bytes: frame + Self.checksum(id, size, frame))
    } else {
      self.init(id: id, size: size, coding: .raw, bytes: Data(content()))
    }
  }

  private static func checkSize(_ size: Int, _ what: () -> String) throws(StoreError) {
    if size > largest { throw StoreError(.storeFull, "\(what()) has \(size) bytes; the limit is \(largest)") }
  }

  /// Returns the original bytes, verified by the checksum or the SHA-256.
  ///
  /// - Parameter verifyingHash: whether to verify the SHA-256 even if there is a valid checksum.
  /// - Throws: `store.corrupt` if they are not the bytes that were stored.
  func unpacked(verifyingHash: Bool = false) throws(StoreError) -> [UInt8] {
    let isVerified = try hasValidChecksum() && !verifyingHash
    guard let content = decoded(), isVerified || SHA256.hash(content) == id else { throw damage }
    return content
  }

  /// Returns the entry lines in the content. They stay compressed if the content has a checksum; otherwise they are unpacked and verified
  /// by their SHA-256.
  func lines(_ count: Int) throws(StoreError) -> LazyEntryLines {
    guard try hasValidChecksum() else {
      return LazyEntryLines(EntryLines(bytes: try unpacked(), count: count), content: id.description)
    }
    return LazyEntryLines(count: count, size: size, content: id.description, bytesInMemory: bytes.count) { target in
      guard Zstandard.unpack(bytes, into: target) else { throw damage }
    }
  }

  /// Writes the original bytes, verified, to a buffer of their size.
  func unpack(into target: UnsafeMutableRawBufferPointer) throws(StoreError) {
    guard size == target.count else { throw damage }
    if try hasValidChecksum() {
      guard Zstandard.unpack(bytes, into: target) else { throw damage }
    } else {
      target.copyBytes(from: try unpacked())
    }
  }

  /// Returns the line of an entry, without its line feed; nil if there is none. Unpacks the lines only as far as that one.
  func line(of id: EntryID) throws(StoreError) -> [UInt8]? {
    guard try hasValidChecksum() else { return try unpacked().withUnsafeBytes { EntryLines.line(of: id, in: $0) } }
    let lines = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
    defer { lines.deallocate() }
    var (line, start): ([UInt8]?, Int) = (nil, 0)
    let isSound = Zstandard.unpack(bytes, into: lines) { unpacked in
      line = EntryLines.line(of: id, in: UnsafeRawBufferPointer(rebasing: unpacked[start...]))
      start = unpacked[start...].lastIndex(of: UInt8(ascii: "\n")) ?? start
      return line != nil
    }
    guard isSound else { throw damage }
    return line
  }

  private var damage: StoreError { StoreError(.storeCorrupt, "the content \(id) is damaged") }

  private func decoded() -> [UInt8]? {
    guard (0...Self.largest).contains(size) else { return nil }
    return switch coding {
    case .raw: bytes.count == size ? Array(bytes) : nil
    case .zstd: Zstandard.content(of: bytes, size: size)
    }
  }
}

// MARK: - Checksums

/// The checksum at the end of a compressed content is over its name, its size and its compressed bytes. Verifying it is many times
/// cheaper than unpacking the content and computing its SHA-256.
///
/// To zstd it is a skippable frame (RFC 8878, section 3.1.2), so that programs that do not know it can read the content. In little-endian
/// order, the frame has a magic number of such frames (`5D 2A 4D 18`), the length of the rest (`08 00 00 00`) and the checksum (8 bytes).
extension StoredContent {
  static let checksumSize = 16
  private static let checksumHead: [UInt8] = [0x5D, 0x2A, 0x4D, 0x18, 8, 0, 0, 0]

  /// Returns the skippable frame with the checksum of a content.
  ///
  /// - Parameter frame: the compressed bytes, without a checksum.
  static func checksum(_ id: ContentID, _ size: Int, _ frame: Data) -> Data {
    var check = RowChecksum()
    id.withUnsafeBytes { check.add(.bytes, $0) }
    check.add(Int64(size))
    frame.withUnsafeBytes { check.add(.bytes, $0) }
    return Data(checksumHead) + withUnsafeBytes(of: check.value.littleEndian) { Data($0) }
  }

  /// Whether the content has a checksum, which is then valid. False for contents that are not compressed or that were stored by an
  /// earlier version.
  ///
  /// - Throws: `store.corrupt` if the checksum is wrong, or the content cannot be unpacked to its size.
  func hasValidChecksum() throws(StoreError) -> Bool {
    let (frame, checksum) = (bytes.dropLast(Self.checksumSize), bytes.suffix(Self.checksumSize))
    guard coding == .zstd, checksum.count == Self.checksumSize, checksum.starts(with: Self.checksumHead) else { return false }
    guard checksum == Self.checksum(id, size, frame), (0...Self.largest).contains(size), Zstandard.size(of: bytes) == size else {
      throw damage
    }
    return true
  }
}

// MARK: - Queries

extension Database {
  /// Returns a content, not yet verified; nil if it is not stored. `StoredContent` verifies name, size and bytes.
  func content(_ id: ContentID) throws -> StoredContent? {
    try rows("SELECT size, coding, bytes FROM content WHERE sha256 = ?", [id]) { try StoredContent(id, reading: &$0) }.next()
  }

  /// Returns a content that another row names, not yet verified.
  ///
  /// - Throws: `DamagedRow` if it is not stored.
  func requiredContent(_ id: ContentID) throws -> StoredContent {
    guard let content = try content(id) else { throw DamagedRow("the content \(id)") }
    return content
  }

  /// Returns all contents, not yet verified, in no particular order.
  func contents() throws -> RowCursor<StoredContent> {
    try rows("SELECT sha256, size, coding, bytes FROM content") { row in
      let id = row.content()
      guard row.isSound else { throw DamagedRow("the name of a content") }
      return try StoredContent(id, reading: &row)
    }
  }

  /// Whether a content with this name is stored, without reading it.
  func containsContent(_ id: ContentID) throws -> Bool {
    try !rows("SELECT 1 FROM content WHERE sha256 = ?", [id]) { _ in }.isEmpty
  }

  /// Inserts a content unless it is already stored.
  func insert(_ content: StoredContent) throws {
    try execute(
      "INSERT INTO content (sha256, size, coding, bytes) VALUES (?, ?, ?, ?) ON CONFLICT (sha256) DO NOTHING",
      [content.id, content.size, content.coding.rawValue, content.bytes])
  }
}

extension StoredContent {
  /// Reads the columns after the name.
  fileprivate init(_ id: ContentID, reading row: inout RowReader) throws(DamagedRow) {
    let (size, coding, bytes) = (row.integer(), Coding(rawValue: row.text()), row.blob())
    guard row.isSound, let coding else { throw DamagedRow("the content \(id)") }
    self.init(id: id, size: size, coding: coding, bytes: bytes)
  }
}
