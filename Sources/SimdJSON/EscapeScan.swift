import Glibc

/// A scan of valid JSON text for escaped surrogates, escaped control characters, and long runs of combining marks.
struct EscapeScan {
  /// Whether the text has an escaped surrogate. simdjson 3.0 accepts a lone low surrogate, so `StrictScanner` checks such texts again.
  private(set) var hasSurrogates = false
  /// The number of escaped control characters (C0, DEL, C1), not counting tabs and line breaks.
  private(set) var controlCharacterCount = 0
  /// Whether a run of combining marks may be too long. False is certain.
  private(set) var mayHaveManyMarks = false

  /// Both scans look at one block of this many bytes before the next, while it is in the processor's cache.
  private static let block = 1 << 14

  init(in bytes: borrowing Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var from = 0
      var lastEscapeEnd = -1
      for start in stride(from: 0, to: buffer.count, by: Self.block) {
        let end = min(start + Self.block, buffer.count)
        while from < end, let hit = firstBackslash(in: base, from: from, count: end), hit + 1 < buffer.count {
          from = hit + 2
          switch base[hit + 1] {
          case UInt8(ascii: "u"):
            guard hit + 5 < buffer.count else { return }
            take(base[hit + 2], base[hit + 3], base[hit + 4], base[hit + 5])
            // U+0300 and above.
            guard base[hit + 2] != UInt8(ascii: "0") || base[hit + 3] >= UInt8(ascii: "3") else { continue }
            if hit == lastEscapeEnd || hit > 0 && base[hit - 1] >= 0x80 || hit + 6 < buffer.count && base[hit + 6] >= 0x80 {
              mayHaveManyMarks = true
            }
            lastEscapeEnd = hit + 6
          case UInt8(ascii: "b"), UInt8(ascii: "f"): controlCharacterCount += 1
          default: break
          }
        }
        from = max(from, end)
        if !mayHaveManyMarks { mayHaveManyMarks = CombiningMarks.mayExceed(in: buffer, start..<end) }
      }
    }
  }

  /// Classifies an escape by its four hexadecimal digits.
  private mutating func take(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
    if first | 0x20 == UInt8(ascii: "d"), second >= UInt8(ascii: "8") { hasSurrogates = true }
    guard first == UInt8(ascii: "0"), second == UInt8(ascii: "0") else { return }
    switch (third, fourth | 0x20) {
    // The case bit is always set in a digit.
    case (UInt8(ascii: "0"), UInt8(ascii: "9")), (UInt8(ascii: "0"), UInt8(ascii: "a")), (UInt8(ascii: "0"), UInt8(ascii: "d")): break
    case (UInt8(ascii: "0")...UInt8(ascii: "1"), _), (UInt8(ascii: "7"), UInt8(ascii: "f")), (UInt8(ascii: "8")...UInt8(ascii: "9"), _):
      controlCharacterCount += 1
    default: break
    }
  }
}

/// Returns the index of the first backslash at or after `from`.
private func firstBackslash(in base: UnsafePointer<UInt8>, from: Int, count: Int) -> Int? {
  guard let hit = memchr(base + from, Int32(UInt8(ascii: "\\")), count - from) else { return nil }
  return UnsafeRawPointer(hit) - UnsafeRawPointer(base)
}
