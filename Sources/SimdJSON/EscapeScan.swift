import Basics
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
        while from < end, let found = memchr(base + from, Int32(UInt8(ascii: "\\")), end - from) {
          let hit = UnsafeRawPointer(found) - UnsafeRawPointer(base)
          guard hit + 1 < buffer.count else { break }
          from = hit + 2
          switch base[hit + 1] {
          case UInt8(ascii: "u"):
            guard hit + 5 < buffer.count else { return }
            // A letter has the lower four bits 1 to 6, and bit 6.
            let code = (hit + 2...hit + 5).reduce(UInt16(0)) { $0 << 4 | UInt16((base[$1] & 0xF) + (base[$1] >> 6) * 9) }
            switch code {
            case 0x09, 0x0A, 0x0D: break
            case 0..<0x20, 0x7F...0x9F: controlCharacterCount += 1
            case 0xD800...0xDFFF: hasSurrogates = true
            default: break
            }
            // The first mark is U+0300.
            guard code >= 0x300 else { continue }
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
}
