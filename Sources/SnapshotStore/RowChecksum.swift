/// A 64-bit checksum over the values of a row, each with its kind and length.
///
/// It processes eight bytes at a time. Each step is a bijection of the sum so far and of the next word, so a single changed word always
/// changes the sum. It detects damage, not malice. NULL, zero and an empty text differ, and so do the same bytes split differently.
struct RowChecksum {
  enum Kind: UInt8 { case null, integer, text, bytes }

  private var sum: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The checksum of the values added so far.
  var value: Int64 { Int64(bitPattern: sum) }

  /// Adds a text (UTF-8) or a blob: a word with its length and kind, then its bytes as little-endian words, the last one padded with
  /// zeros.
  mutating func add(_ kind: Kind, _ bytes: UnsafeRawBufferPointer) {
    add(word: UInt64(bytes.count) << 8 | UInt64(kind.rawValue))
    var index = 0
    while index + 8 <= bytes.count {
      add(word: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      index += 8
    }
    guard index < bytes.count else { return }
    var last: UInt64 = 0
    for byte in bytes[index...].reversed() { last = last << 8 | UInt64(byte) }
    add(word: last)
  }

  mutating func add(_ integer: Int64) {
    add(word: 8 << 8 | UInt64(Kind.integer.rawValue))
    add(word: UInt64(bitPattern: integer))
  }

  mutating func addNull() { add(word: UInt64(Kind.null.rawValue)) }

  private mutating func add(word: UInt64) {
    let mixed = (sum ^ word) &* 0xBF58_476D_1CE4_E5B9
    sum = mixed ^ mixed >> 32
  }
}
