/// A SHA-256 digest (32 bytes).
package struct SHA256Digest: Sendable, Hashable, CustomStringConvertible {
  private typealias Words = (UInt64, UInt64, UInt64, UInt64)

  /// The 32 bytes, in memory order. Inline, because a run of a thousand feeds handles ten thousand digests; not a vector, because everything that
  /// contains one would begin at multiples of 32 bytes.
  private var words: Words = (0, 0, 0, 0)

  /// - Parameter write: writes 32 bytes to the address it is given.
  init(_ write: (UnsafeMutablePointer<UInt8>) -> Void) {
    Swift.withUnsafeMutableBytes(of: &words) { $0.withMemoryRebound(to: UInt8.self) { write($0.baseAddress.unsafelyUnwrapped) } }
  }

  /// Reads 32 bytes; nil for another number of bytes.
  package init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 32 else { return nil }
    words = bytes.loadUnaligned(as: Words.self)
  }

  /// Parses 64 lower-case hexadecimal digits; nil for anything else.
  package init?(_ text: String) {
    let digits = text.utf8Span.span
    guard digits.count == 64 else { return nil }
    for word in 0..<4 {
      var value: UInt64 = 0
      for index in (16 * word)..<(16 * word + 16) {
        let digit = digits[index]
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
        default: return nil
        }
      }
      Swift.withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: value.bigEndian, toByteOffset: 8 * word, as: UInt64.self) }
    }
  }

  package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try Swift.withUnsafeBytes(of: words, body)
  }

  /// The 32 bytes.
  package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// The digest in lower-case hexadecimal (64 digits).
  package var hexadecimal: String { withUnsafeBytes { $0.hexadecimal } }

  package var description: String { hexadecimal }

  package static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  package func hash(into hasher: inout Hasher) { withUnsafeBytes { hasher.combine(bytes: $0) } }
}

extension UnsafeRawBufferPointer {
  /// The bytes in lower-case hexadecimal.
  package var hexadecimal: String {
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value }
    return String(unsafeUninitializedCapacity: 2 * count) { text in
      for index in indices {
        text[2 * index] = digit(self[index] >> 4)
        text[2 * index + 1] = digit(self[index] & 15)
      }
      return 2 * count
    }
  }
}

extension Array<UInt8> {
  /// The bytes in lower-case hexadecimal.
  package var hexadecimal: String { withUnsafeBytes { $0.hexadecimal } }
}
