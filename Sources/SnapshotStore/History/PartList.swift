import CampusCatalog
import Foundation
import SimdJSON

/// Which entry lines a catalog has: of each part its campus, its content and how many lines it is, as canonical JSON:
/// `[["penn","<sha256>",12],…]` in the order of the catalog.
struct PartList {
  struct Part: Hashable {
    let campus: CampusID
    let content: ContentID
    let count: Int
  }

  var parts: [Part] = []

  init(_ parts: [Part] = []) { self.parts = parts }

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
