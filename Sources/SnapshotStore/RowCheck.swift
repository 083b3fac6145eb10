import CCodings

/// The check sum of a row: CRC-32 over its values, each with its kind and length, so that a flipped bit is seen.
struct RowCheck {
  enum Kind: UInt8 { case null, integer, text, bytes }

  private var sum: UInt = 0

  /// The sum of what was added so far.
  var value: Int64 { Int64(sum) }

  mutating func add(_ kind: Kind, _ bytes: UnsafeRawBufferPointer) {
    withUnsafeBytes(of: (UInt64(bytes.count) << 8 | UInt64(kind.rawValue)).littleEndian) { extend($0) }
    extend(bytes)
  }

  mutating func add(_ integer: Int64) { withUnsafeBytes(of: integer.littleEndian) { add(.integer, $0) } }

  mutating func addNull() { add(.null, UnsafeRawBufferPointer(start: nil, count: 0)) }

  private mutating func extend(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
    sum = crc32(sum, start, uInt(bytes.count))
  }
}
