#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Bounds the combining marks that may follow each other in the texts of a document.
///
/// Normalization, and with it Swift's string comparison and hashing, sorts the marks after a base character in time quadratic in
/// their number. No language writes more than a few; the Stream-Safe Text Format of UAX #15 allows 30 and so do we.
package enum CombiningMarks {
  /// How many marks may follow each other.
  static let most = 30

  /// Whether a JSON text may have more marks in a row than allowed. False is certain; true has to be looked into.
  ///
  /// A mark takes two bytes or more, none of them ASCII, or an escape. So a long row shows as 32 bytes beyond ASCII, which contain
  /// one of those looked at here, or (where it is interrupted by escapes) as an escape beside such a byte or another escape: `Escapes`.
  ///
  /// - Parameter range: where rows are looked for; they may begin and end outside of it.
  static func mayExceed(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    guard let base = text.baseAddress else { return false }
    // Every stretch of this length has a byte whose index is one less than a multiple of it.
    var sample = range.lowerBound / stretch * stretch + stretch - 1
    while sample < range.upperBound {
      // Most text is ASCII: four at a time.
      if sample + 3 * stretch < range.upperBound,
        (base[sample] | base[sample + stretch] | base[sample + 2 * stretch] | base[sample + 3 * stretch]) < 0x80
      {
        sample += 4 * stretch
        continue
      }
      if base[sample] >= 0x80 {
        var (first, last) = (sample, sample)
        while first > 0, base[first - 1] >= 0x80, last - first < stretch { first -= 1 }
        while last + 1 < text.count, base[last + 1] >= 0x80, last - first < stretch { last += 1 }
        if last - first + 1 >= stretch { return true }
      }
      sample += stretch
    }
    return false
  }

  private static let stretch = 32

  /// A text without the marks beyond the allowed number, and how many were removed: for text that was decoded after parsing.
  package static func limit(_ text: String) -> (text: String, removed: Int) {
    var text = text
    guard text.withUTF8({ mayExceed(in: $0, 0..<$0.count) }) else { return (text, 0) }
    var removed = 0
    // Four bytes for the length and one for the end, as in the parser's buffer.
    let limited = withUnsafeTemporaryAllocation(byteCount: text.utf8.count + 5, alignment: 8) { room in
      let bytes = UnsafeMutableBufferPointer(rebasing: room.bindMemory(to: UInt8.self)[4..<(4 + text.utf8.count)])
      _ = bytes.initialize(fromContentsOf: text.utf8)
      removed = limit(bytes)
      let count = removed > 0 ? Int(UInt32(littleEndian: room.load(as: UInt32.self))) : bytes.count
      return String(decoding: bytes[..<count], as: UTF8.self)
    }
    return (limited, removed)
  }

  /// Removes the marks beyond the allowed number from all strings of a tape, in place.
  ///
  /// - Returns: how many were removed.
  static func limit(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>) -> Int {
    var removed = 0
    let end = Tape.payload(tape[0])
    var index = 1
    while index < end {
      let word = tape[index]
      if Tape.tag(word) == Tape.string {
        // The buffer belongs to the parser of this document, and no value refers to it yet.
        removed += limit(UnsafeMutableBufferPointer(mutating: Tape.text(word, strings)))
      }
      index += Tape.isNumber(word) ? 2 : 1
    }
    return removed
  }

  /// The same for one string, whose length is stored in the four bytes before it.
  private static func limit(_ text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let base = text.baseAddress, text.count > 2 * most else { return 0 }
    var (read, written, row, removed) = (0, 0, 0, 0)
    while read < text.count {
      let (length, isMark) = character(at: read, of: text)
      row = isMark ? row + 1 : 0
      if row > most {
        removed += 1
      } else {
        if written != read { for offset in 0..<length { base[written + offset] = base[read + offset] } }
        written += length
      }
      read += length
    }
    guard removed > 0 else { return 0 }
    UnsafeMutableRawPointer(base - 4).storeBytes(of: UInt32(written).littleEndian, as: UInt32.self)
    base[written] = 0
    return removed
  }

  /// The length of the character at a place of valid UTF-8, and whether it is a mark that normalization reorders.
  private static func character(at index: Int, of text: UnsafeMutableBufferPointer<UInt8>) -> (length: Int, isMark: Bool) {
    let first = text[index]
    if first < 0xCC { return (first < 0x80 ? 1 : 2, false) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard index + length <= text.count else { return (text.count - index, false) }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
    // No mark is among the Chinese characters and the Hangul syllables, of which long texts consist.
    if (0x3400...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value) { return (length, false) }
    return (length, Unicode.Scalar(value).map { $0.properties.canonicalCombiningClass != .notReordered } ?? false)
  }
}
