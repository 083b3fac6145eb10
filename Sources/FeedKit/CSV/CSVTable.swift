package import CampusCatalog
package import SimdJSON

/// Reads comma-separated values with a header row (RFC 4180) as JSON: an array of objects, so that the same pointers name the same values.
package enum CSVTable {
  package struct Failure: Error {
    package let code: ReasonCode
    /// The one-based line; nil if it is not known.
    let line: Int?
    let message: String

    init(_ code: ReasonCode = .wrongShape, line: Int? = nil, _ message: String) {
      (self.code, self.line, self.message) = (code, line, message)
    }

    /// The failure in one line: `places.csv, line 3: a quotation mark is not closed`.
    package func text(_ file: String) -> String { "\(file)\(line.map { ", line \($0)" } ?? ""): \(message)" }
  }

  /// Returns the rows as an array of objects with the header's names as keys and texts as values. A row with another number of fields than
  /// the header is an array of texts instead.
  ///
  /// Lines end with LF or CRLF. Rows without any text, such as empty lines, are ignored. The separator is the first of ",", ";" and tab in
  /// the header, outside quotation marks.
  ///
  /// - Parameters:
  ///   - headers: the headers of the reply, which may declare its encoding; see `CSVText`.
  ///   - maximumValues: how many values the rows may have.
  ///   - maximumRows: the number of rows after which reading ends.
  /// - Throws: a failure for text that is not in its encoding, names that are empty or repeated, open quotation marks, and too many values.
  package static func document(
    _ bytes: [UInt8], headers: [String: String] = [:], maximumValues: Int = .max, maximumRows: Int = .max
  ) throws(Failure) -> JSONDocument {
    var scanner = Scanner(try CSVText.utf8(bytes, CSVText.charset(in: headers)))
    var names: [[UInt8]] = []
    while names.allSatisfy(\.isBlank) {
      names = []
      guard scanner.isInside else { throw Failure(line: 1, "there is no header row") }
      try scanner.readRow { names.append($0) }
    }
    if names.contains(where: { $0.contains(0) }) {
      throw Failure(ReasonCode(JSONError.Code.encoding), line: 1, "NUL characters in the header; UTF-16 needs a byte order mark")
    }
    if Set(names).count < names.count || names.contains([]) {
      throw Failure(line: 1, "the header has an empty name, or the same name twice")
    }
    var table = JSONTable(columns: names)
    var values = 1
    while scanner.isInside, table.rowCount < maximumRows {
      var isBlank = true
      try scanner.readRow { field in
        if !field.isBlank { isBlank = false }
        table.append(field)
      }
      if isBlank {
        table.discardRow()
      } else {
        values += table.fieldCount + 1
        if values > maximumValues { throw Failure(ReasonCode(JSONError.Code.values), "more than \(maximumValues) values") }
        table.endRow()
      }
    }
    return JSONDocument(table)
  }

  private struct Scanner {
    private let bytes: [UInt8]
    private var index = 0
    private let separator: UInt8
    private var line = 1
    /// The current field. The buffer is reused for all fields.
    private var field: [UInt8] = []

    /// - Parameter bytes: UTF-8 without a byte order mark.
    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      var isQuoted = false
      let header = bytes.prefix { byte in
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

    /// Whether there is another row.
    var isInside: Bool { index < bytes.count }

    /// Calls a function with each field of the next row.
    mutating func readRow(_ body: ([UInt8]) -> Void) throws(Failure) {
      var isLast = false
      while !isLast {
        try readField()
        body(field)
        isLast = index >= bytes.count || bytes[index] == UInt8(ascii: "\n")
        index += 1
      }
      line += 1
    }

    /// Reads a field, up to its separator, line feed or the end.
    private mutating func readField() throws(Failure) {
      field.removeAll(keepingCapacity: true)
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
        while index < bytes.count, bytes[index] != separator, bytes[index] != UInt8(ascii: "\n") {
          field.append(bytes[index])
          index += 1
        }
        if field.last == UInt8(ascii: "\r"), index >= bytes.count || bytes[index] == UInt8(ascii: "\n") { field.removeLast() }
        return
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
            throw Failure(line: line, "text after a closing quotation mark")
          }
          return
        }
      }
      throw Failure(line: start, "a quotation mark is not closed")
    }
  }
}

extension [UInt8] {
  /// Whether the text has only spaces and control characters.
  fileprivate var isBlank: Bool { allSatisfy { $0 <= 0x20 } }
}
