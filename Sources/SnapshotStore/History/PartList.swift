import CampusCatalog
import Foundation
import SimdJSON

/// The list of the parts that make up the entry lines of a catalog, in the order of the catalog.
///
/// Stored as canonical JSON with the campus, content and number of lines of each part: `[["penn","<sha256>",12],…]`.
/// A campus has several parts if its lines were split by feed or by size (`RunContents`).
struct PartList {
  struct Part: Hashable {
    let campus: CampusID
    let content: ContentID
    /// The number of lines.
    let count: Int
  }

  var parts: [Part] = []

  init(_ parts: [Part] = []) { self.parts = parts }

  /// Reads the stored form.
  ///
  /// - Throws: `DamagedRow` if an element is not a part with at least one line; errors of JSON.
  init(reading bytes: [UInt8]) throws {
    let document = try JSONDocument(parsing: bytes)
    var elements = document.root.elements
    while let element = elements.next() {
      var values = element.elements
      guard let campus = values.next()?.string.flatMap({ CampusID($0) }), let content = values.next()?.string.flatMap({ ContentID($0) }),
        let count = values.next()?.integer.flatMap({ Int(exactly: $0) }), count > 0
      else { throw DamagedRow("a list of parts") }
      parts.append(Part(campus: campus, content: content, count: count))
    }
  }

  /// The stored form. Equal lists have equal bytes, so runs that wrote the same entries share one content.
  var bytes: [UInt8] {
    var writer = JSONWriter(capacity: 64 + parts.count * 96)
    writer.beginArray()
    for part in parts {
      writer.beginArray()
      writer.string(part.campus.description)
      writer.string(part.content.description)
      writer.integer(part.count)
      writer.endArray()
    }
    writer.endArray()
    return writer.bytes
  }
}
