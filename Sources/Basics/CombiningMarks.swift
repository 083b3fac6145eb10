import Glibc

/// Limits runs of combining marks in the strings of a document.
///
/// Normalization, and with it Swift's string comparison and hashing, takes time quadratic in the number of marks after a base
/// character. No language writes more than a few; the limit of 30 comes from the Stream-Safe Text Format (UAX #15).
package enum CombiningMarks {
  package static let maximumRun = 30

  /// Returns whether JSON text may contain a run of marks that is too long. False is reliable; true requires a full check.
  ///
  /// A mark takes at least two bytes, none of them ASCII, or an escape. So a run that is too long has 32 consecutive non-ASCII bytes,
  /// one of which is sampled here, or an escape next to a non-ASCII byte or another escape, which `EscapeScan` finds.
  ///
  /// - Parameter range: the bytes to sample. Runs may begin and end outside of it.
  package static func mayExceed(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    guard let base = text.baseAddress else { return false }
    // Any `stretch` consecutive bytes include one whose index is one less than a multiple of `stretch`.
    var sample = range.lowerBound / stretch * stretch + stretch - 1
    while sample < range.upperBound {
      // Most text is ASCII, so check four samples at a time.
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

  /// The distance between two samples in bytes. A run of this many non-ASCII bytes requires a full check.
  private static let stretch = 32

  /// Returns the text without the marks that exceed the limit, and how many were removed. For text that was decoded after parsing.
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

  /// Limits one string, whose length is stored in the four bytes before it, in place. Returns how many marks were removed.
  package static func limit(_ text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let base = text.baseAddress, text.count > 2 * maximumRun else { return 0 }
    var (read, written, run, removed) = (0, 0, 0, 0)
    while read < text.count {
      let (length, isMark) = character(at: read, of: text)
      run = isMark ? run + 1 : 0
      if run > maximumRun {
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

  /// Returns the length of the character at an index of valid UTF-8, and whether it is a mark that normalization reorders.
  private static func character(at index: Int, of text: UnsafeMutableBufferPointer<UInt8>) -> (length: Int, isMark: Bool) {
    let first = text[index]
    if first < 0xCC { return (first < 0x80 ? 1 : 2, false) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard index + length <= text.count else { return (text.count - index, false) }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
    // A shortcut for long Chinese and Korean texts: these ranges contain no marks.
    if (0x3400...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value) { return (length, false) }
    return (length, Unicode.Scalar(value).map { $0.properties.canonicalCombiningClass != .notReordered } ?? false)
  }
}
