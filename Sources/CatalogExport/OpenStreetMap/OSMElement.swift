public import CampusCatalog

/// An element of OpenStreetMap that has tags, and what it may be.
public struct OSMElement: Sendable, Hashable {
  /// The id of an element.
  public struct ID: Sendable, Hashable {
    /// The type of an element. Raw values are those of addresses of the website.
    public enum Kind: String, Sendable, Hashable, CaseIterable { case node, way, relation }

    /// The type; nil if the extract does not state it.
    public let kind: Kind?
    public let number: Int64
  }

  /// The id; nil if the extract has none.
  public let id: ID?
  public let tags: [String: String]
  /// The position of a node, and the middle of the box around a way or relation; nil if the extract does not have it.
  public let position: Coordinate?
  /// The ids of entries that the element states, in `ref` or in the feature of an export.
  let references: Set<String>
  let kinds: Set<OSMKind>

  init(_ id: ID?, _ tags: [String: String], _ position: Coordinate?, featureID: String? = nil) {
    (self.id, self.tags, self.position) = (id, tags, position)
    let stated = tags.filter { $0.key == "ref" || $0.key.hasPrefix("ref:") }.values + [featureID].compactMap(\.self)
    references = Set(stated.flatMap { OSMText.values($0) }.filter { $0.utf8.count { $0 == UInt8(ascii: "/") } == 2 })
    kinds = OSMKind.of(tags)
  }

  /// The first name, if there is one.
  public var name: String? { tags["name"].flatMap { OSMText.values($0).first } }

  /// The tags as mappers write them, sorted.
  var sortedTags: [OSMTag] { tags.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { OSMTag($0.key, $0.value) } }

  /// What the element is, such as "amenity=cafe"; all tags if it does not say.
  var summary: String {
    let main = ["amenity", "shop", "leisure", "office", "tourism", "craft", "healthcare", "club"]
    let stated = main.compactMap { key in tags[key].map { OSMTag(key, $0).description } }
    return (stated.isEmpty ? sortedTags.map(\.description) : stated).joined(separator: " ")
  }
}

extension OSMElement.ID: CustomStringConvertible {
  /// The id as in addresses: "node/1"; "1" without a type.
  public var description: String { (kind.map { "\($0.rawValue)/" } ?? "") + "\(number)" }

  /// The page of the element; nil if its type is not known.
  public var page: String? { kind == nil ? nil : "https://www.openstreetmap.org/\(self)" }

  /// The address that opens the element in the editor of the website; nil if its type is not known.
  public var editor: String? { kind.map { "https://www.openstreetmap.org/edit?\($0.rawValue)=\(number)" } }

  /// Parses "node/1", "n1" (and "w", "r"), "a2" of osmium, which is an area made of way 1, or a number alone; nil for other text.
  ///
  /// - Parameter kind: the type of a number alone.
  init?(_ text: String, kind: Kind? = nil) {
    if let number = Int64(text), number >= 0 {
      self.init(kind: kind, number: number)
    } else if let slash = text.firstIndex(of: "/"), let kind = Kind(rawValue: String(text[..<slash])),
      let number = Int64(text[text.index(after: slash)...]), number >= 0
    {
      self.init(kind: kind, number: number)
    } else if let letter = text.first, let number = Int64(text.dropFirst()), number >= 0 {
      // Areas of ways have twice the number, and those of relations one more.
      if letter == "a" {
        self.init(kind: number % 2 == 0 ? .way : .relation, number: number / 2)
        return
      }
      guard let kind = Kind.allCases.first(where: { $0.rawValue.first == letter }) else { return nil }
      self.init(kind: kind, number: number)
    } else {
      return nil
    }
  }
}

extension OSMElement.ID: Comparable {
  public static func < (left: Self, right: Self) -> Bool { left.order < right.order }

  private var order: (Int, Int64) { (kind.flatMap { Kind.allCases.firstIndex(of: $0) } ?? Kind.allCases.count, number) }
}
