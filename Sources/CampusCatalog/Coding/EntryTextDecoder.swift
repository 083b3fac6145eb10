import Basics
import SimdJSON

/// Decodes the entries of a text in which each line is an entry.
///
/// The text is parsed in pieces of about 128 KiB, in parallel. A parser needs several times the memory of its text, and to get that memory from the
/// system takes as long as parsing a large text.
enum EntryTextDecoder {
  private static let pieceSize = 1 << 17

  /// Decodes a text.
  ///
  /// - Parameters:
  ///   - text: entries, without a separator after the last one.
  ///   - hasCommas: whether a comma and a line feed separate two entries, as in catalogs, or only a line feed, as in stores.
  /// - Throws: `JSONError` or `JSONFieldError`, with positions in the piece.
  static func entries(in text: ArraySlice<UInt8>, hasCommas: Bool) throws -> [Entry] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = text
    while !rest.isEmpty {
      pieces.append(piece(of: rest))
      rest = rest[pieces[pieces.count - 1].endIndex...].dropFirst()
    }
    let last = pieces.last?.endIndex
    let decoded = try pieces.concurrentMap { try entries(inPiece: $0, hasCommas: hasCommas, isLast: $0.endIndex == last) }
    return decoded.count == 1 ? decoded[0] : decoded.flatMap(\.self)
  }

  private static func entries(inPiece piece: ArraySlice<UInt8>, hasCommas: Bool, isLast: Bool) throws -> [Entry] {
    // The piece as a JSON array.
    var array: [UInt8] = []
    // The parser may read some bytes beyond the text.
    array.reserveCapacity(piece.count + 80)
    array.append(UInt8(ascii: "["))
    array.append(contentsOf: piece)
    if hasCommas {
      if !isLast, array.popLast() != UInt8(ascii: ",") { throw JSONFieldError(.value, at: "", "expected a comma between entries") }
    } else {
      var bytes = array.mutableSpan
      for index in bytes.indices where bytes[unchecked: index] == UInt8(ascii: "\n") { bytes[unchecked: index] = UInt8(ascii: ",") }
    }
    array.append(UInt8(ascii: "]"))
    let document = try JSONDocument(parsing: array)
    var entries: [Entry] = []
    var values = document.root.elements
    while let value = values.next() { entries.append(try Entry(reading: value)) }
    return entries
  }

  /// Returns the lines at the beginning of a text that fit into a piece, or its first line, without the last line feed.
  private static func piece(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.count > pieceSize else { return text }
    let first = text.prefix(pieceSize)
    let end = first.lastIndex(of: UInt8(ascii: "\n")) ?? text[first.endIndex...].firstIndex(of: UInt8(ascii: "\n"))
    return text[..<(end ?? text.endIndex)]
  }
}
