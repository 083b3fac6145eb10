import SimdJSON

/// Decodes JSON documents and the lines of catalogs. All errors become `DiffError`.
enum CatalogLineDecoder {
  /// Parses a document. Errors have its name, the line and the column.
  static func document(_ bytes: [UInt8], named name: String) throws(DiffError) -> JSONDocument {
    do { return try JSONDocument(parsing: bytes) } catch {
      throw DiffError("\(name):\(error.line):\(error.column): \(error.message)")
    }
  }

  static func entry(_ line: [UInt8], of name: String) throws(DiffError) -> Entry {
    try value(line, of: name, as: "the entry ", Entry.init(reading:))
  }

  /// Returns the value that `read` makes of a line. Errors quote the start of the line.
  ///
  /// - Parameter kind: what the line is, for messages, with a space after it.
  static func value<Value>(
    _ line: [UInt8], of name: String, as kind: String = "", _ read: (JSONValue) throws(JSONFieldError) -> Value
  ) throws(DiffError) -> Value {
    func error(_ why: String) -> DiffError {
      DiffError("\(name): \(why), in \(kind)\(String(decoding: line.prefix(80), as: UTF8.self))…")
    }
    let document: JSONDocument
    do throws(JSONError) { document = try JSONDocument(parsing: line) } catch let fault { throw error(fault.message) }
    do throws(JSONFieldError) { return try read(document.root) } catch let fault {
      throw error(fault.pointer.isEmpty ? fault.message : "\(fault.pointer): \(fault.message)")
    }
  }
}
