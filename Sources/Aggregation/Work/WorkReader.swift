import Basics
package import CampusCatalog
import SimdJSON

/// Reads the lines of `aggregate work` one after another.
package struct WorkReader {
  /// The maximum length of a line in bytes: more than any feed can have as its state or an entry.
  private static let longestLine = 1 << 28

  private let name: String
  private let nextPiece: () throws -> [UInt8]
  /// The bytes that are not read yet, from `start` on.
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of bytes of all lines so far.
  private(set) var consumed = 0
  /// The number of the last line, from 1.
  package private(set) var number = 0

  /// - Parameters:
  ///   - name: the name of the input, for errors.
  ///   - nextPiece: returns the next bytes; none at the end.
  package init(_ name: String, _ nextPiece: @escaping () throws -> [UInt8]) {
    self.name = name
    self.nextPiece = nextPiece
  }

  /// Returns the next line; nil at the end.
  ///
  /// - Throws: `FileError` for a line that cannot be read, including a last one without a line feed; errors of the input.
  package mutating func next() throws -> WorkLine? {
    guard let line = try nextText() else { return nil }
    do {
      let document = try JSONDocument(parsing: line)
      return try WorkLine(reading: document.root)
    } catch {
      throw self.error(FileError(error, in: name, line))
    }
  }

  /// Returns an error about the last line.
  package func error(_ message: String) -> FileError { FileError(file: name, line: max(number, 1), column: 1, message: message) }

  /// Returns the error for a line that has been read before, with another value.
  func twice(_ line: WorkLine) -> FileError { error("the line \"\(line.key)\" appears twice") }

  private func error(_ error: FileError) -> FileError {
    FileError(file: name, line: number, column: error.column, message: error.message)
  }

  private mutating func nextText() throws -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        number += 1
        let line = Array(buffer[start..<end])
        start = end + 1
        consumed += line.count + 1
        return line
      }
      guard !isAtEnd else {
        guard start < buffer.count else { return nil }
        number += 1
        throw error("the last line is incomplete: it has no line feed; repeat the step that wrote it")
      }
      guard buffer.count - start <= Self.longestLine else {
        number += 1
        throw error("the line is longer than \(Self.longestLine) bytes")
      }
      buffer.removeFirst(start)
      start = 0
      searched = buffer.count
      let piece = try nextPiece()
      isAtEnd = piece.isEmpty
      buffer += piece
    }
  }
}
