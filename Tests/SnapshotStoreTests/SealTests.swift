import FeedCore
import Foundation
import Testing

@testable import SnapshotStore

/// Compressed contents end with a seal, which is cheaper to verify than an SHA-256 of all bytes.
@Suite struct SealTests {
  private let lines = Array(String(repeating: #"{"id":"penn/dining/593","kind":"place","name":"1920 Commons"}"# + "\n", count: 200).utf8)

  private func packed(_ content: [UInt8]) throws -> Content {
    try Content(packing: content, named: ContentID(of: content).description, level: 1, "a test")
  }

  private func copy(_ content: Content, id: ContentID? = nil, _ bytes: Data) -> Content {
    Content(id: id ?? content.id, size: content.size, coding: content.coding, bytes: bytes)
  }

  @Test func sealedContentRoundTrips() throws {
    let content = try packed(lines)
    #expect(content.coding == .zstd)
    #expect(Seal(at: content.bytes.suffix(Seal.size)) != nil)
    #expect(try content.unpacked() == lines)
    #expect(try content.unpacked(byName: true) == lines)
  }

  /// Content with a correct seal can be decompressed later.
  @Test func sealedContentIsDecompressedIntoBuffer() throws {
    let content = try packed(lines)
    #expect(try content.isSealed())
    #expect(try !copy(content, content.bytes.dropLast(Seal.size)).isSealed())
    var room = [UInt8](repeating: 0, count: lines.count)
    try room.withUnsafeMutableBytes { try content.unpack(into: $0) }
    #expect(room == lines)
    for count in [0, lines.count - 1, lines.count + 1] {
      var other = [UInt8](repeating: 0, count: count)
      #expect(throws: StoreError.self) { try other.withUnsafeMutableBytes { try content.unpack(into: $0) } }
    }
    let frame = content.bytes.dropLast(Seal.size)
    let size = lines.count + 1
    let larger = Content(id: content.id, size: size, coding: .zstd, bytes: frame + Seal(content.id, size, frame).bytes)
    #expect(throws: StoreError.self) { try larger.isSealed() }
  }

  /// Earlier versions stored contents without seals.
  @Test func unsealedContentIsVerifiedByHash() throws {
    let content = try packed(lines)
    let old = copy(content, content.bytes.dropLast(Seal.size))
    #expect(try old.unpacked() == lines)
    let other = copy(old, id: ContentID(of: [1]), old.bytes)
    #expect(throws: StoreError.self) { try other.unpacked() }
  }

  /// A seal is a frame that zstd skips, so earlier versions can read sealed contents.
  @Test func sealIsSkippedByZstd() throws {
    let content = try packed(lines)
    #expect(Zstandard.content(of: content.bytes, size: lines.count) == lines)
  }

  @Test func noFlippedBitIsServed() throws {
    let content = try packed(lines)
    for bit in 0..<content.bytes.count * 8 {
      var bytes = content.bytes
      bytes[bytes.startIndex + bit / 8] ^= 1 << (bit % 8)
      // A flipped bit of the seal's magic number makes it another kind of skipped frame: then the hash decides.
      let flipped = copy(content, bytes)
      if let served = try? flipped.unpacked() { #expect(served == lines, "bit \(bit)") }
      if let isSealed = try? flipped.isSealed() { #expect(!isSealed, "bit \(bit)") }
    }
  }

  @Test func sealCoversName() throws {
    let content = try packed(lines)
    let other = try packed(Array(lines.dropLast(61)))
    #expect(throws: StoreError.self) { try copy(content, id: other.id, content.bytes).unpacked() }
    let forged = Data(other.bytes.dropLast(Seal.size)) + Seal(content.id, other.size, other.bytes.dropLast(Seal.size)).bytes
    let wrong = Content(id: content.id, size: other.size, coding: .zstd, bytes: forged)
    // This does not happen by accident, but the check of the whole file finds it.
    #expect(throws: StoreError.self) { try wrong.unpacked(byName: true) }
  }

  @Test func incompressibleContentIsStoredUncompressed() throws {
    for count in [0, 1, 15, 16, 17, 40] {
      let noise = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
      let content = try packed(noise)
      #expect(content.coding == .raw)
      #expect(try content.unpacked() == noise)
    }
  }
}
