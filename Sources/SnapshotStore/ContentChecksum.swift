import Foundation

/// The checksum at the end of a compressed content, over its name, its size and its compressed bytes. Verifying it is many times
/// cheaper than unpacking the content and computing its SHA-256.
///
/// To zstd it is a skippable frame (RFC 8878, section 3.1.2), so that programs that do not know it can read the content.
struct ContentChecksum: Hashable {
  /// Bytes: the magic number of the frame (4), the length of the rest (4) and the checksum (8), in little-endian order.
  static let size = 16
  /// The first eight bytes as a little-endian number: the magic number of a skippable frame (0x184D2A50 to 0x184D2A5F) and the length
  /// 8.
  private static let head: UInt64 = 8 << 32 | 0x184D_2A5D

  private let sum: Int64

  /// Computes the checksum of a content.
  ///
  /// - Parameters:
  ///   - id: the name of the content.
  ///   - size: the number of bytes before compression.
  ///   - frame: the compressed bytes, without a checksum.
  init(_ id: ContentID, _ size: Int, _ frame: Data) {
    var check = RowChecksum()
    id.withUnsafeBytes { check.add(.bytes, $0) }
    check.add(Int64(size))
    frame.withUnsafeBytes { check.add(.bytes, $0) }
    sum = check.value
  }

  /// Reads a checksum; nil for other bytes.
  init?(at bytes: Data) {
    guard bytes.count == Self.size else { return nil }
    let (head, sum) = bytes.withUnsafeBytes {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: Int64.self))
    }
    guard UInt64(littleEndian: head) == Self.head else { return nil }
    self.sum = Int64(littleEndian: sum)
  }

  /// The skippable frame, 16 bytes: `5D 2A 4D 18`, `08 00 00 00`, then the checksum.
  var bytes: Data {
    var bytes = Data(capacity: Self.size)
    withUnsafeBytes(of: Self.head.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: sum.littleEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }
}
