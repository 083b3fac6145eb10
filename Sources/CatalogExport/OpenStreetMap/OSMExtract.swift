public import CampusCatalog
import SimdJSON

/// An extract of OpenStreetMap: the elements that may be places.
public struct OSMExtract: Sendable {
  /// The elements that may be places, or that state the id of an entry, sorted by id and without duplicates.
  public let elements: [OSMElement]
  /// The number of features or elements in the file.
  public let read: Int
  /// How many of them have no tags.
  public let withoutTags: Int
  /// How many of those with tags have no position.
  public let withoutPosition: Int
  /// What the server said about its answer, such as "runtime error: Query timed out": then it may be incomplete. Nil if it said nothing.
  public let remark: String?
  /// The box around all positions.
  let box: BoundingBox

  /// Reads GeoJSON as `osmium export` and Overpass Turbo write it, GeoJSON of an export, or the JSON of Overpass.
  ///
  /// - Parameter file: the name of the file, for errors.
  public init(_ bytes: [UInt8], file: String) throws(FileError) {
    var reader = OSMReading()
    do {
      let document = try JSONDocument(parsing: bytes)
      try reader.read(document.root)
    } catch let error as JSONFieldError {
      let pointer = error.pointer.isEmpty ? "" : " (\(error.pointer))"
      throw FileError(JSONFieldError(error.code, at: error.pointer, error.message + pointer), in: file, bytes)
    } catch {
      throw FileError(error, in: file, bytes)
    }
    elements = Self.unique(reader.elements)
    (read, withoutTags, withoutPosition) = (reader.read, reader.withoutTags, reader.withoutPosition)
    (remark, box) = (reader.remark, reader.box)
  }

  /// Returns the elements in a fixed order, each once: a closed way is in an extract as a line and as an area.
  private static func unique(_ elements: [OSMElement]) -> [OSMElement] {
    struct Content: Hashable {
      let number: Int64?
      let tags: [String: String]
      let position: Coordinate?
    }
    func text(_ element: OSMElement) -> String { element.sortedTags.map(\.description).joined(separator: "\n") }
    let ordered = elements.map { (element: $0, text: text($0)) }.sorted { left, right in
      switch (left.element.id, right.element.id) {
      case (let before?, let after?) where before != after: return before < after
      case (nil, .some): return false
      case (.some, nil): return true
      default: break
      }
      let places = [left, right].map { $0.element.position.map { ($0.latitude, $0.longitude) } ?? (.infinity, .infinity) }
      if places[0] != places[1] { return places[0] < places[1] }
      return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
    var (ids, contents): (Set<OSMElement.ID>, Set<Content>) = ([], [])
    var unique: [OSMElement] = []
    for (element, _) in ordered {
      let id = element.id
      let content = Content(number: id?.kind == .way ? id?.number : nil, tags: element.tags, position: element.position)
      if let id, id.kind != nil {
        guard ids.insert(id).inserted else { continue }
        contents.insert(content)
      } else if let id {
        // The area of a way that was there before as a line, or another copy of it.
        if contents.contains(Content(number: id.number, tags: element.tags, position: element.position)) { continue }
        guard ids.insert(id).inserted else { continue }
      } else {
        guard contents.insert(content).inserted else { continue }
      }
      unique.append(element)
    }
    return unique
  }
}
