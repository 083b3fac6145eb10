import CampusCatalog
import OpeningHours
import SimdJSON

/// Decodes campuses, feed reports and entries from the lines of a catalog. Errors quote the start of the line.
enum CatalogLineDecoder {
  /// Returns the header values of a catalog.
  ///
  /// - Throws: `DiffError` if `generatedAt` is not an RFC 3339 time.
  static func edition(_ edition: CatalogComparison.Edition) throws -> ChangeLog.Edition {
    guard let instant = Instant(edition.generatedAt) else { throw DiffError("\(edition.name): \"generatedAt\" is not a time") }
    return ChangeLog.Edition(generatedAt: instant, contentHash: edition.contentHash, entries: edition.count)
  }

  /// Returns the values that `read` makes of the lines, in their order. All errors become `DiffError`.
  static func values<Value>(_ lines: [[UInt8]], of name: String, _ read: (JSONValue) throws -> Value) throws -> [Value] {
    try lines.map { line in
      do {
        let document = try JSONDocument(parsing: line)
        return try read(document.root)
      } catch {
        throw DiffError("\(name): \(why(error)), in \(String(decoding: line.prefix(80), as: UTF8.self))…")
      }
    }
  }

  static func entry(_ line: [UInt8], of name: String) throws -> Entry {
    do {
      let document = try JSONDocument(parsing: line)
      return try Entry(reading: document.root)
    } catch {
      throw DiffError("\(name): \(why(error)), in the entry \(String(decoding: line.prefix(80), as: UTF8.self))…")
    }
  }

  private static func why(_ error: any Error) -> String {
    switch error {
    case let error as JSONError: error.message
    case let error as JSONFieldError: error.pointer.isEmpty ? error.message : "\(error.pointer): \(error.message)"
    default: "\(error)"
    }
  }

  /// Returns values by id.
  ///
  /// - Throws: `DiffError` if an id occurs twice.
  static func byID<ID: Hashable, Value>(_ values: [Value], of name: String, _ id: (Value) -> ID) throws -> [ID: Value] {
    var found: [ID: Value] = [:]
    for value in values where found.updateValue(value, forKey: id(value)) != nil {
      throw DiffError("\(name): \(id(value)) occurs twice")
    }
    return found
  }
}
