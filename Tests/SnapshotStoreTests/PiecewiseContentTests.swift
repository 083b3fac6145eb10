import Aggregation
import Basics
import CampusCatalog
import TestKit
import Testing

@testable import SnapshotStore

/// Contents that are encoded and compressed piece by piece.
@Suite struct PiecewiseContentTests {
  /// A content that comes in pieces is stored as the same bytes, however they are divided, also if they cannot be compressed.
  @Test(arguments: 0..<20 as Range<UInt64>) func piecesAreOneContent(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...[40, 3000, 400_000].randomElement(using: &generator)!, using: &generator)
    let letters: ClosedRange<UInt8> = Bool.random(using: &generator) ? 97...100 : 0...255
    let bytes = (0..<count).map { _ in UInt8.random(in: letters, using: &generator) }
    let most = Int.random(in: 1...100_000, using: &generator)
    let content = try PiecewiseContent { piece throws(StoreError) in
      for start in stride(from: 0, to: bytes.count, by: most) {
        bytes[start..<min(bytes.count, start + most)].withUnsafeBytes(piece)
      }
    }
    #expect(content.id == SHA256.hash(bytes) && content.size == bytes.count)
    #expect(try content.bytes() == bytes)
    let stored = try StoredContent(packing: content, level: 1, "a test")
    #expect(stored.coding.name == (letters.count == 4 && count > 100 ? "zstd" : "raw") || count <= 100)
    #expect(try stored.hasValidChecksum() == (stored.coding.name == "zstd"))
    #expect(try stored.unpacked(verifyingHash: true) == bytes)
  }

  /// An error in the middle is not stored as a shorter content.
  @Test func errorsEndTheContent() throws {
    let calls = Guarded(0)
    let content = try PiecewiseContent { piece throws(StoreError) in
      [UInt8](repeating: 97, count: 1000).withUnsafeBytes(piece)
      if calls.withLock({
        $0 += 1; return $0
      }) > 1 {
        throw StoreError(.storeIO, "unreadable")
      }
    }
    #expect(throws: StoreError(.storeIO, "unreadable")) { try StoredContent(packing: content, level: 1, "a test") }
  }
}
