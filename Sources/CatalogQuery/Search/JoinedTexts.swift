import Glibc

/// Folded texts as the lines of one text, so that a search reads memory in order. One by one, the texts of 50,000 places take several times
/// as long.
struct JoinedTexts: Sendable {
  /// Each word after a space, each line with its end, and a zero at the end of all.
  private var bytes: [UInt8] = [0]
  /// The offset of the end of each line.
  private var ends: [Int] = []

  mutating func append(_ text: SearchText) {
    bytes[bytes.count - 1] = UInt8(ascii: " ")
    bytes += text.joined.utf8
    bytes.append(UInt8(ascii: "\n"))
    ends.append(bytes.count)
    bytes.append(0)
  }

  /// Returns which lines have words that begin with all of some texts.
  ///
  /// - Parameter starts: as `SearchText.wordStarts`.
  func lines(with starts: [String]) -> [Bool] {
    var found = [Bool](repeating: !starts.isEmpty, count: ends.count)
    for start in starts {
      var isFound = [Bool](repeating: false, count: ends.count)
      forEachLine(with: start) { isFound[$0] = true }
      for line in found.indices where !isFound[line] { found[line] = false }
    }
    return found
  }

  /// Returns whether a line has words that begin with all of some texts.
  ///
  /// - Parameter starts: as `SearchText.wordStarts`.
  func hasLine(with starts: [String]) -> Bool {
    if starts.count > 1 { return lines(with: starts).contains(true) }
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in starts.allSatisfy { start in text.baseAddress.flatMap { strstr($0, start) } != nil }
      }
    }
  }

  private func forEachLine(with start: String, _ body: (Int) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        guard let text = text.baseAddress else { return }
        var (line, offset) = (0, 0)
        while let found = strstr(text + offset, start) {
          while ends[line] <= UnsafePointer(found) - text { line += 1 }
          body(line)
          offset = ends[line]
        }
      }
    }
  }

  /// Calls `body` with each word of all lines.
  func forEachWord(_ body: (Span<UInt8>) -> Void) {
    let bytes = bytes.span
    var start = 0
    for end in bytes.indices where bytes[end] <= UInt8(ascii: " ") {
      if end > start { body(bytes.extracting(start..<end)) }
      start = end + 1
    }
  }
}
