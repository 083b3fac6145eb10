/// A 64-bit checksum of bytes, to detect damage and to distinguish versions of a line. It does not protect against malice.
///
/// Four independent lanes process eight bytes at a time. Each step is a bijection of the sum so far and of the next word, so a single
/// changed word always changes the sum.
enum Checksum {
  /// Returns the checksum of bytes.
  ///
  /// The lanes are combined with the number of bytes; then the last 0 to 31 bytes follow, eight at a time, padded with zeros.
  /// - Parameter seed: a value that the checksum depends on too, such as the position of a page.
  static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var (first, second) = (seed ^ 0x9E37_79B9_7F4A_7C15, seed ^ 0xC2B2_AE3D_27D4_EB4F)
    var (third, fourth) = (seed ^ 0x1656_67B1_9E37_79F9, ~seed)
    var offset = 0
    if let start = bytes.baseAddress {
      while offset &+ 32 <= bytes.count {
        first = step(first, word(start, offset))
        second = step(second, word(start, offset &+ 8))
        third = step(third, word(start, offset &+ 16))
        fourth = step(fourth, word(start, offset &+ 24))
        offset &+= 32
      }
    }
    var sum = step(step(step(step(UInt64(bytes.count), first), second), third), fourth)
    while offset < bytes.count {
      var last: UInt64 = 0
      for byte in bytes[offset..<min(offset + 8, bytes.count)].reversed() { last = last << 8 | UInt64(byte) }
      sum = step(sum, last)
      offset += 8
    }
    return sum
  }

  @inline(__always)
  private static func step(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (sum ^ word) &* 0xBF58_476D_1CE4_E5B9
    return mixed ^ mixed >> 32
  }

  @inline(__always)
  private static func word(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
