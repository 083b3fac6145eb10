import Aggregation
import Basics
import FeedKit
import Foundation
import Testing

@testable import SnapshotStore

/// Compressed contents end with a checksum, which is cheaper to verify than the SHA-256 of all bytes.
@Suite struct ContentChecksumTests {
  private let lines = Array(String(repeating: #"{"id":"penn/dining/593","kind":"place","name":"1920 Commons"}"# + "\n", count: 200).utf8)

  private func packed(_ content: [UInt8]) throws -> StoredContent {
    try StoredContent(packing: content, id: SHA256.hash(content), level: 1, "a test")
  }

  private func copy(_ content: StoredContent, id: ContentID? = nil, _ bytes: Data) -> StoredContent {
    StoredContent(id: id ?? content.id, size: content.size, coding: content.coding, bytes: bytes)
  }

  @Test func aContentWithAChecksumIsUnpacked() throws {
    let content = try packed(lines)
    #expect(content.coding.name == "zstd")
    let frame = content.bytes.dropLast(StoredContent.checksumSize)
    #expect(content.bytes.suffix(StoredContent.checksumSize) == StoredContent.checksum(content.id, content.size, frame))
    #expect(try content.unpacked() == lines)
    #expect(try content.unpacked(verifyingHash: true) == lines)
  }

  /// A content with a valid checksum can be unpacked later.
  @Test func aContentWithAChecksumIsUnpackedIntoABuffer() throws {
    let content = try packed(lines)
    #expect(try content.hasValidChecksum())
    #expect(try !copy(content, content.bytes.dropLast(StoredContent.checksumSize)).hasValidChecksum())
    var room = [UInt8](repeating: 0, count: lines.count)
    #expect(room.withUnsafeMutableBytes { Zstandard.unpack(content.bytes, into: $0) })
    #expect(room == lines)
    for count in [0, lines.count - 1, lines.count + 1] {
      var other = [UInt8](repeating: 0, count: count)
      #expect(!other.withUnsafeMutableBytes { Zstandard.unpack(content.bytes, into: $0) })
    }
    let frame = content.bytes.dropLast(StoredContent.checksumSize)
    let size = lines.count + 1
    let larger = StoredContent(id: content.id, size: size, coding: .zstd, bytes: frame + StoredContent.checksum(content.id, size, frame))
    #expect(throws: StoreError.self) { try larger.hasValidChecksum() }
  }

  /// Earlier versions stored contents without checksums.
  @Test func aContentWithoutAChecksumIsVerifiedByItsName() throws {
    let content = try packed(lines)
    let old = copy(content, content.bytes.dropLast(StoredContent.checksumSize))
    #expect(try old.unpacked() == lines)
    let other = copy(old, id: SHA256.hash([1]), old.bytes)
    #expect(throws: StoreError.self) { try other.unpacked() }
  }

  /// A checksum is a frame that zstd skips, so earlier versions can read contents that have one.
  @Test func zstdSkipsTheChecksum() throws {
    let content = try packed(lines)
    #expect(Zstandard.content(of: content.bytes, size: lines.count) == lines)
  }

  @Test func noFlippedBitIsServed() throws {
    let content = try packed(lines)
    for bit in 0..<content.bytes.count * 8 {
      var bytes = content.bytes
      bytes[bytes.startIndex + bit / 8] ^= 1 << (bit % 8)
      // A flipped bit of the magic number may make it another skippable frame; then the SHA-256 decides.
      let flipped = copy(content, bytes)
      if let served = try? flipped.unpacked() { #expect(served == lines, "bit \(bit)") }
      if let isValid = try? flipped.hasValidChecksum() { #expect(!isValid, "bit \(bit)") }
    }
  }

  @Test func theChecksumCoversTheName() throws {
    let content = try packed(lines)
    let other = try packed(Array(lines.dropLast(61)))
    #expect(throws: StoreError.self) { try copy(content, id: other.id, content.bytes).unpacked() }
    let frame = Data(other.bytes.dropLast(StoredContent.checksumSize))
    let forged = frame + StoredContent.checksum(content.id, other.size, frame)
    let wrong = StoredContent(id: content.id, size: other.size, coding: .zstd, bytes: forged)
    // This cannot happen by accident, but a check of the whole file would find it.
    #expect(throws: StoreError.self) { try wrong.unpacked(verifyingHash: true) }
  }

  @Test func incompressibleContentsAreStoredAsTheyAre() throws {
    for count in [0, 1, 15, 16, 17, 40] {
      let noise = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
      let content = try packed(noise)
      #expect(content.coding.name == "raw")
      #expect(try content.unpacked() == noise)
    }
  }
}
