public import Glibc

/// Accessors for the words of simdjson's tape ("doc/tape.md" in its sources): the type in the upper 8 bits, the payload in the lower 56.
///
/// The text `{"a":[1]}` has nine words, in which `{` and `[` refer to the word after their ends, and the ends to the starts:
///
///     0: r 9   1: { 8   2: " a   3: [ 7   4: l   5: 1   6: ] 3   7: } 1   8: r 0
@usableFromInline
enum Tape {
  @inlinable static var object: UInt8 { UInt8(ascii: "{") }
  @inlinable static var objectEnd: UInt8 { UInt8(ascii: "}") }
  @inlinable static var array: UInt8 { UInt8(ascii: "[") }
  @inlinable static var arrayEnd: UInt8 { UInt8(ascii: "]") }
  @inlinable static var string: UInt8 { UInt8(ascii: "\"") }
  @inlinable static var integer: UInt8 { UInt8(ascii: "l") }
  @inlinable static var unsigned: UInt8 { UInt8(ascii: "u") }
  @inlinable static var double: UInt8 { UInt8(ascii: "d") }
  @inlinable static var yes: UInt8 { UInt8(ascii: "t") }
  @inlinable static var no: UInt8 { UInt8(ascii: "f") }
  @inlinable static var null: UInt8 { UInt8(ascii: "n") }
  static var root: UInt8 { UInt8(ascii: "r") }

  @inlinable
  @inline(__always)
  static func tag(_ word: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> 56) }

  /// Returns the lower 56 bits: for a string, its offset in the string buffer; for the root, the number of words.
  @inlinable
  @inline(__always)
  static func payload(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word & 0x00FF_FFFF_FFFF_FFFF) }

  /// Whether the word is a number, whose value is the next word.
  @inline(__always)
  static func isNumber(_ word: UInt64) -> Bool { tag(word) == integer || tag(word) == unsigned || tag(word) == double }

  /// For the start of an array or object: the index after its end.
  @inlinable
  @inline(__always)
  static func end(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }

  /// For the start of an array or object: the number of elements or members, at most 2^24 - 1.
  @inline(__always)
  static func members(_ word: UInt64) -> Int { Int(truncatingIfNeeded: (word >> 32) & 0xFF_FFFF) }

  /// The index after the value at `index`.
  @inlinable
  @inline(__always)
  static func next(after index: Int, _ tape: UnsafePointer<UInt64>) -> Int {
    let word = tape[index]
    switch tag(word) {
    case object, array: return end(word)
    case integer, unsigned, double: return index &+ 2
    default: return index &+ 1
    }
  }

  /// Returns the bytes of a string. simdjson stores the length in the 4 bytes before them, and a NUL after.
  @inlinable
  @inline(__always)
  static func text(_ word: UInt64, _ strings: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let start = strings + payload(word)
    let count = UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
    return UnsafeBufferPointer(start: start + 4, count: Int(UInt32(littleEndian: count)))
  }

  /// Returns a fingerprint of a text: equal texts have equal fingerprints, different texts rarely do. (simdjson pads the string buffer, so
  /// reading eight bytes is always safe.)
  ///
  /// - Parameter all: accumulates bytes: it has bits of `nonASCIIBits` if a byte of any text was not ASCII.
  @inline(__always)
  static func fingerprint(of text: UnsafeBufferPointer<UInt8>, _ all: inout UInt64) -> UInt64 {
    guard let base = text.baseAddress else { return 0 }
    let bytes = UnsafeRawPointer(base)
    let count = text.count
    if count >= 8 {
      let (first, last) = (word(bytes, 0), word(bytes, count &- 8))
      all |= first | last
      if count > 16, !Self.isASCII(text) { all |= nonASCIIBits }
      return first ^ (last &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: count)
    }
    let kept = word(bytes, 0) & ((1 << UInt64(truncatingIfNeeded: count &* 8)) &- 1)
    all |= kept
    return kept
  }

  /// The high bits of eight bytes.
  static var nonASCIIBits: UInt64 { 0x8080_8080_8080_8080 }

  @inlinable
  @inline(__always)
  static func equal(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    let (bytes, others) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
    // Most texts are short keys, for which a call of `memcmp` takes longer than the comparison. Two overlapping words cover the text.
    switch bytes.count {
    case 8...16: return isEqual(UInt64.self, bytes, others)
    case 4..<8: return isEqual(UInt32.self, bytes, others)
    default:
      guard let start = bytes.baseAddress, let other = others.baseAddress else { return true }
      return memcmp(start, other, bytes.count) == 0
    }
  }

  /// Returns whether the first words and the last words of two texts are equal.
  @inlinable
  @inline(__always)
  static func isEqual<Word: FixedWidthInteger>(_: Word.Type, _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    let last = left.count &- MemoryLayout<Word>.size
    return left.loadUnaligned(as: Word.self) == right.loadUnaligned(as: Word.self)
      && left.loadUnaligned(fromByteOffset: last, as: Word.self) == right.loadUnaligned(fromByteOffset: last, as: Word.self)
  }

  /// Returns the tape index of the value with a key among the members from one tape index up to another; nil if there is none.
  @inline(__always)
  static func value(
    of key: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, _ tape: UnsafePointer<UInt64>, _ strings: UnsafePointer<UInt8>
  ) -> Int? {
    var position = start
    while position < end {
      if equal(text(tape[position], strings), key) { return position &+ 1 }
      position = next(after: position &+ 1, tape)
    }
    return nil
  }

  @inlinable
  @inline(__always)
  static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inline(__always)
  static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool { text.reduce(0, |) < 0x80 }
}
