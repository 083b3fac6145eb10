import Basics

/// The memory of a document that was not parsed by simdjson.
final class TableBuffers {
  let tape: UnsafePointer<UInt64>
  let strings: UnsafePointer<UInt8>

  private init(_ tape: [UInt64], _ strings: [UInt8]) {
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: tape.count)
    words.initialize(from: tape, count: tape.count)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: strings.count)
    bytes.initialize(from: strings, count: strings.count)
    (self.tape, self.strings) = (UnsafePointer(words), UnsafePointer(bytes))
  }

  deinit {
    tape.deallocate()
    strings.deallocate()
  }
}

extension TableBuffers {
  /// Copies a table, and counts the combining marks that were removed and the control characters of its texts, as in a parsed text.
  static func of(_ table: consuming JSONTable) -> (buffers: TableBuffers, removedMarks: Int, controlCharacters: Int) {
    table.end()
    let buffers = TableBuffers(table.tape, table.strings)
    let mayHaveManyMarks = table.strings.withUnsafeBufferPointer { CombiningMarks.mayExceed(in: $0, $0.indices) }
    var (offset, removed, controls) = (0, 0, 0)
    // Each text once, and not each word of the tape: rows share their keys.
    while offset < table.endOfStrings {
      let text = Tape.text(UInt64(offset), buffers.strings)
      controls += text.count { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F }
      if mayHaveManyMarks { removed += CombiningMarks.limit(UnsafeMutableBufferPointer(mutating: text)) }
      offset += text.count + 5
    }
    return (buffers, removed, controls)
  }
}
