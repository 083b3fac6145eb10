import FeedKit

/// Reads comma-separated values with a header row (RFC 4180) as JSON: an array of objects, so that the same pointers name the same values.
package enum CSVTable {
  package struct SyntaxError: Error {
    /// The one-based line.
    let line: Int
    let message: String
  }

  /// Returns the rows as a JSON array of objects with the header's names as keys and texts as values.
  ///
  /// Lines end with LF or CRLF. A byte order mark and empty lines are ignored. The separator is the first of ",", ";" and tab in the
  /// header, outside quotation marks.
  ///
  /// - Throws: an error for a row with another number of fields than the header, names that are empty or repeated, and open quotation marks.
  package static func json(_ bytes: [UInt8]) throws(SyntaxError) -> [UInt8] {
    var scanner = Scanner(bytes)
    guard let names = try scanner.row() else { throw SyntaxError(line: 1, message: "there is no header row") }
    if Set(names).count < names.count || names.contains([]) {
      throw SyntaxError(line: 1, message: "the header has an empty name, or the same name twice")
    }
    let keys = names.map { String(decoding: $0, as: UTF8.self) }
    var json = JSONWriter(capacity: bytes.count * 2)
    json.beginArray()
    var line = scanner.line
    while let row = try scanner.row() {
      defer { line = scanner.line }
      guard row.count == names.count else {
        throw SyntaxError(line: line, message: "\(row.count.counted("field")) where the header has \(names.count)")
      }
      json.beginObject()
      for (key, field) in zip(keys, row) {
        json.key(key)
        json.string(String(decoding: field, as: UTF8.self))
      }
      json.endObject()
    }
    json.endArray()
    return json.bytes
  }

  private struct Scanner {
    private let bytes: [UInt8]
    private var index = 0
    private let separator: UInt8
    private(set) var line = 1

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
      var isQuoted = false
      let header = bytes.dropFirst(index).prefix { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return isQuoted || byte != UInt8(ascii: "\n")
      }
      isQuoted = false
      separator =
        header.first { byte in
          if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
          return !isQuoted && ",;\t".utf8.contains(byte)
        } ?? UInt8(ascii: ",")
    }

    /// Returns the fields of the next row that is not empty; nil at the end.
    mutating func row() throws(SyntaxError) -> [[UInt8]]? {
      while index < bytes.count {
        var fields: [[UInt8]] = []
        var isLast = false
        let isEmpty = bytes[index] == UInt8(ascii: "\n") || bytes[index...].starts(with: "\r\n".utf8)
        while !isLast {
          fields.append(try field())
          isLast = index >= bytes.count || bytes[index] == UInt8(ascii: "\n")
          index += 1
        }
        line += 1
        if !isEmpty { return fields }
      }
      return nil
    }

    /// Reads a field, up to its separator, line feed or the end.
    private mutating func field() throws(SyntaxError) -> [UInt8] {
      var field: [UInt8] = []
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
        while index < bytes.count, bytes[index] != separator, bytes[index] != UInt8(ascii: "\n") {
          field.append(bytes[index])
          index += 1
        }
        if field.last == UInt8(ascii: "\r"), index >= bytes.count || bytes[index] == UInt8(ascii: "\n") { field.removeLast() }
        return field
      }
      let start = line
      index += 1
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if byte != UInt8(ascii: "\"") {
          if byte == UInt8(ascii: "\n") { line += 1 }
          field.append(byte)
        } else if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
          field.append(byte)
          index += 1
        } else {
          if index < bytes.count, bytes[index] == UInt8(ascii: "\r") { index += 1 }
          guard index >= bytes.count || bytes[index] == separator || bytes[index] == UInt8(ascii: "\n") else {
            throw SyntaxError(line: line, message: "text after a closing quotation mark")
          }
          return field
        }
      }
      throw SyntaxError(line: start, message: "a quotation mark is not closed")
    }
  }
}
