import CampusCatalog

/// A place in a text, as error messages name it: `file:line:column`, both counted from 1.
struct FilePlace {
  let line: Int
  /// In Unicode scalars.
  let column: Int

  /// Checks that the place is a character of a text, or the end of a line.
  func check(in bytes: [UInt8], _ message: String) throws(BrokenProperty) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    try require(lines.indices.contains(line - 1), "line \(line) of \(lines.count): \(message)")
    // Continuation bytes of UTF-8 are not counted.
    let width = lines[line - 1].count { $0 & 0xC0 != 0x80 }
    try require((1...width + 1).contains(column), "column \(column) in a line of \(width): \(message)")
  }
}

extension FilePlace {
  init(_ error: FileError) { self.init(line: error.line, column: error.column) }
}
