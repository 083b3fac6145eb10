package import CampusCatalog
import OpeningHours
package import SimdJSON

/// The values of a catalog that are not entries, and the number of its entries.
package struct CatalogHeader: Sendable, Hashable {
  /// The name for messages, such as a path.
  package let name: String
  /// As written in the file: RFC 3339.
  package var generatedAt = ""
  /// The content hash that the catalog states, such as "sha256:…".
  package var contentHash = ""
  /// One line for each campus, without its comma, in the order of the file.
  package var campuses: [[UInt8]] = []
  /// One line for each feed report, without its comma, in the order of the file. Feeds are not part of the content hash.
  package var feeds: [[UInt8]] = []
  package var count = 0

  /// Whether a byte is printable ASCII that needs no escape. Times and hashes have only these.
  static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Returns the value that `read` makes of a line of the catalog. Errors quote the start of the line.
  ///
  /// - Parameter kind: the kind of the line, for messages, with a space after it.
  package func value<Value>(
    of line: [UInt8], as kind: String = "", _ read: (JSONValue) throws(JSONFieldError) -> Value
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

extension CatalogHeader {
  /// Returns the catalog without its entries.
  ///
  /// - Throws: the error that the whole catalog has because of its header, without its position.
  package func catalog() throws(CatalogError) -> Catalog {
    func list(_ lines: [[UInt8]]) -> [UInt8] { Array(lines.joined(separator: ",".utf8)) }
    var text = Array(#"{"schema":"\#(Catalog.schema)","generatedAt":"\#(generatedAt)","campuses":["#.utf8)
    text += list(campuses) + Array(#"],"feeds":["#.utf8) + list(feeds)
    text += Array(#"],"entries":[],"contentHash":"\#(contentHash)"}"#.utf8)
    return try CatalogReader.read(text)
  }
}

extension CatalogHeader {
  /// Creates the header of a result of one feed, without reports of feeds.
  ///
  /// - Parameter campus: the campus of the feed; nil if unknown.
  init(of result: (at: Instant, lines: EntryLines), _ campus: Campus?) {
    self.init(name: "the result of \(result.at)", generatedAt: result.at.description)
    if let campus {
      var writer = JSONWriter()
      campus.write(to: &writer)
      campuses = [writer.bytes]
    }
    count = result.lines.count
  }
}
