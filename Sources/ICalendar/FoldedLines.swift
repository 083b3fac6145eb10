import Glibc

/// The lines of a text, unfolded (RFC 5545, section 3.1): a line that begins with a blank or a tab continues the one before it.
///
/// Control characters are left out, and so are empty lines.
struct FoldedLines {
  private let bytes: [UInt8]
  private var position: Int
  private let terminator: UInt8
  /// The current line.
  private(set) var line: [UInt8] = []
  /// The number of lines of the text so far, before unfolding.
  private(set) var count = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // A few old programs end lines with CR only.
    terminator = bytes.contains(UInt8(ascii: "\n")) ? UInt8(ascii: "\n") : UInt8(ascii: "\r")
  }

  /// Reads the next line into `line`; returns false at the end of the text.
  mutating func next() -> Bool {
    line.removeAll(keepingCapacity: true)
    while position < bytes.count {
      let isContinued = bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t")
      if !line.isEmpty, !isContinued { return true }
      append(skipping: line.isEmpty ? 0 : 1)
    }
    return !line.isEmpty
  }

  /// Appends the rest of the line at the current position, and continues after it.
  private mutating func append(skipping first: Int) {
    count += 1
    let (start, end) = bytes.withUnsafeBytes { buffer -> (Int, Int) in
      let base = buffer.baseAddress.unsafelyUnwrapped
      let found = memchr(base + position, Int32(terminator), buffer.count - position)
      return (position + first, found.map { UnsafeRawPointer($0) - base } ?? buffer.count)
    }
    position = min(end + 1, bytes.count)
    let hasControls = bytes[start..<max(start, end)].contains { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F }
    if hasControls {
      line.append(contentsOf: bytes[start..<end].lazy.filter { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") })
    } else if start < end {
      line.append(contentsOf: bytes[start..<end])
    }
  }
}
