import Foundation

/// Closes a compressed content: a check sum of its name, its size and its compressed bytes. What is whole unpacks to what was packed,
/// so reading needs no SHA-256 of contents that are many times larger than what is kept of them.
///
/// To zstd it is a frame to be skipped (RFC 8878, section 3.1.2): a version that does not know of seals reads past it.
struct Seal: Hashable {
  /// A frame's magic number and the length of what follows, then the check sum; all with the lowest byte first.
  static let size = 16
  private static let head: UInt64 = 8 << 32 | 0x184D_2A5D

  private let sum: Int64

  init(_ id: ContentID, _ size: Int, _ frame: Data) {
    var check = RowCheck()
    id.withUnsafeBytes { check.add(.bytes, $0) }
    check.add(Int64(size))
    frame.withUnsafeBytes { check.add(.bytes, $0) }
    sum = check.value
  }

  /// Nil where none is.
  init?(at bytes: Data) {
    guard bytes.count == Self.size else { return nil }
    let (head, sum) = bytes.withUnsafeBytes {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: Int64.self))
    }
    guard UInt64(littleEndian: head) == Self.head else { return nil }
    self.sum = Int64(littleEndian: sum)
  }

  var bytes: Data {
    var bytes = Data(capacity: Self.size)
    withUnsafeBytes(of: Self.head.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: sum.littleEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }
}
