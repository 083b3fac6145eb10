import CampusCatalog
import FeedKit
import Foundation
import StoreInterface

/// The row of a content: its bytes, compressed and followed by a checksum if that makes them smaller.
///
/// `bytes` is a zstd frame (RFC 8878) followed by a `ContentChecksum` for the coding `zstd`, and the content itself for the coding
/// `raw`. Contents with the coding `zstd` from earlier versions have no checksum.
struct StoredContent: Sendable {
  enum Coding: String, Sendable { case zstd, raw }

  /// The maximum size of a content that is stored or read, in bytes.
  static let largest = 256 << 20

  let id: ContentID
  /// The number of bytes before compression.
  let size: Int
  let coding: Coding
  /// The bytes as stored.
  let bytes: Data

  /// Compresses a content after verifying its name.
  ///
  /// - Parameters:
  ///   - name: the SHA-256 that it must have.
  ///   - level: the level of zstd: higher is smaller and slower.
  ///   - what: a description for error messages.
  init(packing content: [UInt8], named name: String, level: Int32, _ what: @autoclosure () -> String) throws(StoreError) {
    guard content.count <= Self.largest else {
      throw StoreError(.storeFull, "\(what()) has \(content.count) bytes; the limit is \(Self.largest)")
    }
    let id = ContentID(of: content)
    guard ContentID(name) == id else { throw StoreError(.storeCorrupt, "\(what()) does not match its SHA-256") }
    try self.init(packing: content, id: id, level: level, what())
  }

  /// Compresses a content whose name is known to be right.
  init(packing content: [UInt8], id: ContentID, level: Int32, _ what: @autoclosure () -> String) throws(StoreError) {
    guard content.count <= Self.largest else {
      throw StoreError(.storeFull, "\(what()) has \(content.count) bytes; the limit is \(Self.largest)")
    }
    self.id = id
    size = content.count
    guard let frame = Zstandard.compressed(content, level: level, below: content.count - ContentChecksum.size) else {
      coding = .raw
      bytes = Data(content)
      return
    }
    coding = .zstd
    bytes = frame + ContentChecksum(id, size, frame).bytes
  }

  /// Makes a content from a row, not yet verified.
  init(id: ContentID, size: Int, coding: Coding, bytes: Data) {
    self.id = id
    self.size = size
    self.coding = coding
    self.bytes = bytes
  }

  /// Returns the original bytes, verified by the checksum or the SHA-256.
  ///
  /// - Parameter verifyingHash: whether to verify the SHA-256 even if there is a valid checksum.
  /// - Throws: `store.corrupt` if they are not the bytes that were stored.
  func unpacked(verifyingHash: Bool = false) throws(StoreError) -> [UInt8] {
    let isVerified = try hasValidChecksum() && !verifyingHash
    guard let content = decoded(), isVerified || ContentID(of: content) == id else { throw damage }
    return content
  }

  /// Whether the content has a checksum, which is then valid. False for contents that are not compressed or that were stored by an
  /// earlier version.
  ///
  /// - Throws: `store.corrupt` if the checksum is wrong, or the content cannot be unpacked to its size.
  func hasValidChecksum() throws(StoreError) -> Bool {
    guard coding == .zstd, let checksum = ContentChecksum(at: bytes.suffix(ContentChecksum.size)) else { return false }
    guard checksum == ContentChecksum(id, size, bytes.dropLast(ContentChecksum.size)), (0...Self.largest).contains(size),
      Zstandard.size(of: bytes) == size
    else { throw damage }
    return true
  }

  /// Unpacks a content that has a valid checksum.
  ///
  /// - Parameter target: `size` bytes.
  func unpack(into target: UnsafeMutableRawBufferPointer) throws(StoreError) {
    guard Zstandard.unpack(bytes, into: target) else { throw damage }
  }

  /// Returns the entry lines in a content that has a valid checksum, to be unpacked on demand.
  ///
  /// - Parameter count: the number of lines.
  func lines(_ count: Int) -> LazyEntryLines {
    LazyEntryLines(count: count, size: size, content: id.description) { try unpack(into: $0) }
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
