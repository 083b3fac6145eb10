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
/// `bytes` is a zstd frame (RFC 8878) followed by a checksum for the codings `zstd` and `patch`, and the content itself for the coding `raw`.
/// Contents with the coding `zstd` from earlier versions have no checksum.
struct StoredContent: Sendable {
  indirect enum Coding: Sendable {
    case zstd, raw
    /// The frame refers to the bytes of another content, as those of `zstd --patch-from` do.
    case patch(of: StoredContent)

    /// The name in the file.
    var name: String {
      switch self {
      case .zstd: "zstd"
      case .raw: "raw"
      case .patch: "patch"
      }
    }
  }

  var isPatch: Bool { if case .patch = coding { true } else { false } }

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
    if var frame {
      frame.append(Self.checksum(id, size, frame))
      self.init(id: id, size: size, coding: .zstd, bytes: frame)
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
    guard let content = try decoded(), isVerified || SHA256.hash(content) == id else { throw damage }
    return content
  }

  /// Returns the entry lines in the content. They stay compressed if the content has a checksum; otherwise they are unpacked and verified
  /// by their SHA-256.
  func lines(_ count: Int) throws(StoreError) -> LazyEntryLines {
    guard try hasValidChecksum() else {
      return LazyEntryLines(EntryLines(bytes: try unpacked(), count: count), content: id.description)
    }
    return LazyEntryLines(count: count, size: size, content: id.description, bytesInMemory: bytesInMemory) { _, target in
      try unpack(into: target)
    }
  }

  private var bytesInMemory: Int {
    if case .patch(let base) = coding { bytes.count + base.bytesInMemory } else { bytes.count }
  }

  /// Writes the original bytes, verified, to a buffer of their size.
  func unpack(into target: UnsafeMutableRawBufferPointer) throws(StoreError) {
    guard size == target.count else { throw damage }
    if case .zstd = coding, try hasValidChecksum() {
      guard Zstandard.unpack(bytes, into: target) else { throw damage }
    } else {
      target.copyBytes(from: try unpacked())
    }
  }

  /// Returns the line of an entry, without its line feed; nil if there is none. Unpacks the lines only as far as that one.
  func line(of id: EntryID) throws(StoreError) -> [UInt8]? {
    guard case .zstd = coding, size > Zstandard.pieceSize, try hasValidChecksum() else {
      return try unpacked().withUnsafeBytes { EntryLines.line(of: id, in: $0) }
    }
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

  private func decoded() throws(StoreError) -> [UInt8]? {
    guard (0...Self.largest).contains(size) else { return nil }
    return switch coding {
    case .raw: bytes.count == size ? Array(bytes) : nil
    case .zstd: Zstandard.content(of: bytes, size: size)
    case .patch(let base): Zstandard.content(of: bytes, size: size, from: try base.unpacked())
    }
  }
}

// MARK: - Checksums

/// The checksum at the end of a compressed content is over its name, its size and its compressed bytes, and for a patch over the name of its
/// base. Verifying it is many times cheaper than unpacking the content and computing its SHA-256.
///
/// To zstd it is a skippable frame (RFC 8878, section 3.1.2), so that programs that do not know it can read the content. In little-endian
/// order, the frame has a magic number of such frames (`5D 2A 4D 18`), the length of the rest (`08 00 00 00`) and the checksum (8 bytes).
extension StoredContent {
  static let checksumSize = 16
  private static let checksumHead: [UInt8] = [0x5D, 0x2A, 0x4D, 0x18, 8, 0, 0, 0]

  /// Returns the skippable frame with the checksum of a content.
  ///
  /// - Parameters:
  ///   - frame: the compressed bytes, without a checksum.
  ///   - base: the name of the content that a patch is applied to.
  static func checksum(_ id: ContentID, _ size: Int, _ frame: Data, base: ContentID? = nil) -> Data {
    var check = RowChecksum()
    id.withUnsafeBytes { check.add(.bytes, $0) }
    check.add(Int64(size))
    frame.withUnsafeBytes { check.add(.bytes, $0) }
    base?.withUnsafeBytes { check.add(.bytes, $0) }
    return Data(checksumHead) + withUnsafeBytes(of: check.value.littleEndian) { Data($0) }
  }

  /// Whether the content, and for a patch its base, has a checksum, which is then valid. False for contents that are not compressed or that
  /// were stored by an earlier version.
  ///
  /// - Throws: `store.corrupt` if the checksum is wrong, or the content cannot be unpacked to its size.
  func hasValidChecksum() throws(StoreError) -> Bool {
    let (frame, checksum) = (bytes.dropLast(Self.checksumSize), bytes.suffix(Self.checksumSize))
    let base: ContentID?
    switch coding {
    case .raw: return false
    case .zstd: base = nil
    case .patch(let content):
      guard try content.hasValidChecksum() else { return false }
      base = content.id
    }
    guard checksum.count == Self.checksumSize, checksum.starts(with: Self.checksumHead) else { return false }
    guard checksum == Self.checksum(id, size, frame, base: base), (0...Self.largest).contains(size), Zstandard.size(of: bytes) == size
    else { throw damage }
    return true
  }
}

// MARK: - Patches

/// When a large content is replaced by another version, the earlier one becomes a patch: what it takes to make it from the later one. So a
/// large reply in which little changes takes little room, and the current version is read as fast as ever.
extension StoredContent {
  /// Smaller contents stay whole: they take a few kilobytes, and the history of an entry reads hundreds of them. In bytes, before compression.
  static let smallestPatched = 256 << 10
  /// Larger contents stay whole, because making a patch prolongs the write lock. In bytes, before compression.
  static let largestPatched = 64 << 20
  /// The maximum number of patches in a row, which are all applied to read the earliest of the versions.
  static let longestChain = 16
  private static let patchLevel: Int32 = 3

  /// The content as a patch of another one; nil if that is not less than half as large as it is now.
  func patch(of base: StoredContent) throws(StoreError) -> StoredContent? {
    let limit = bytes.count / 2 - Self.checksumSize
    guard let frame = Zstandard.compressed(try unpacked(), level: Self.patchLevel, below: limit, from: try base.unpacked()) else {
      return nil
    }
    let checksum = Self.checksum(id, size, frame, base: base.id)
    return StoredContent(id: id, size: size, coding: .patch(of: base), bytes: frame + checksum)
  }
}

extension Database {
  /// Makes a content a patch of the version that replaces it, if both are large and the patch is small. Otherwise it stays as it is.
  func patch(_ old: ContentID, from new: ContentID) throws {
    let sizes = StoredContent.smallestPatched...StoredContent.largestPatched
    // Only a content that is whole becomes a base, so there are no circles.
    guard old != new, let content = try? content(old), let base = try? self.content(new), case .zstd = content.coding,
      case .zstd = base.coding,
      sizes.contains(content.size), sizes.contains(base.size), try chainLength(of: old) < StoredContent.longestChain,
      // A damaged content stays as it is, and is reported when it is read.
      let patch = try? content.patch(of: base)
    else { return }
    try execute("UPDATE content SET coding = ?, bytes = ? WHERE sha256 = ?", [patch.coding.name, patch.bytes, old])
    try execute("INSERT OR REPLACE INTO patch (content, base) VALUES (?, ?)", [old, new])
  }

  /// Returns the number of patches that are applied, one after another, to a content.
  private func chainLength(of id: ContentID) throws -> Int {
    let query = """
      WITH RECURSIVE chain (content, length) AS (
        SELECT ?1, 0 UNION ALL SELECT patch.content, length + 1 FROM patch JOIN chain ON base = chain.content WHERE length < ?2)
      SELECT max(length) FROM chain
      """
    return try integer(query, [id, StoredContent.longestChain]) ?? 0
  }

  /// Returns the content that a patch is applied to.
  ///
  /// - Throws: `DamagedRow` if it is not stored, or there are more patches in a row than there can be.
  fileprivate func base(of patch: ContentID, depth: Int) throws -> StoredContent {
    let base = try rows("SELECT base FROM patch WHERE content = ?", [patch]) { row in (id: row.content(), isSound: row.isSound) }.next()
    guard let base, base.isSound, depth <= StoredContent.longestChain, let content = try content(base.id, depth: depth) else {
      throw DamagedRow("the content \(patch)")
    }
    return content
  }
}

// MARK: - Queries

extension Database {
  /// Returns a content, not yet verified; nil if it is not stored. `StoredContent` verifies name, size and bytes.
  func content(_ id: ContentID) throws -> StoredContent? { try content(id, depth: 0) }

  fileprivate func content(_ id: ContentID, depth: Int) throws -> StoredContent? {
    try rows("SELECT size, coding, bytes FROM content WHERE sha256 = ?", [id]) { row in
      try StoredContent(id, reading: &row) { try self.base(of: id, depth: depth + 1) }
    }.next()
  }

  /// Returns a content that another row names, not yet verified.
  ///
  /// - Throws: `DamagedRow` if it is not stored.
  func requiredContent(_ id: ContentID) throws -> StoredContent {
    guard let content = try content(id) else { throw DamagedRow("the content \(id)") }
    return content
  }

  /// Returns the names of all contents, in no particular order.
  func contentIDs() throws -> [ContentID] {
    try Array(
      rows("SELECT sha256 FROM content") { row in
        let id = row.content()
        guard row.isSound else { throw DamagedRow("the name of a content") }
        return id
      })
  }

  /// Whether a content with this name is stored, without reading it.
  func containsContent(_ id: ContentID) throws -> Bool {
    try !rows("SELECT 1 FROM content WHERE sha256 = ?", [id]) { _ in }.isEmpty
  }

  /// Inserts a content unless it is already stored. One that is stored as a patch becomes whole again.
  func insert(_ content: StoredContent) throws {
    try execute(
      """
      INSERT INTO content (sha256, size, coding, bytes) VALUES (?, ?, ?, ?)
      ON CONFLICT (sha256) DO UPDATE SET coding = excluded.coding, bytes = excluded.bytes WHERE coding = 'patch'
      """, [content.id, content.size, content.coding.name, content.bytes])
    if changesCount > 0 { try execute("DELETE FROM patch WHERE content = ?", [content.id]) }
  }
}

extension StoredContent {
  /// Reads the columns after the name.
  ///
  /// - Parameter base: returns the content that a patch is applied to.
  fileprivate init(_ id: ContentID, reading row: inout RowReader, base: () throws -> StoredContent) throws {
    let (size, coding, bytes) = (row.integer(), row.text(), row.blob())
    guard row.isSound else { throw DamagedRow("the content \(id)") }
    switch coding {
    case "zstd": self.init(id: id, size: size, coding: .zstd, bytes: bytes)
    case "raw": self.init(id: id, size: size, coding: .raw, bytes: bytes)
    case "patch": self.init(id: id, size: size, coding: .patch(of: try base()), bytes: bytes)
    default: throw DamagedRow("the content \(id)")
    }
  }
}
