public import CampusCatalog

/// The order of entries by name, in which no two are equal: by the folded name, then by the bytes of the name, then by id.
///
/// Folded names are compared by the bytes of `SearchText.joined`. An entry without a name comes first.
public struct NameOrder: Sendable, Hashable, Comparable {
  public let folded: String
  public let name: String
  public let id: EntryID

  public init(_ entry: Entry) {
    name = entry.name ?? ""
    folded = SearchText(name).joined
    id = entry.id
  }

  public static func < (left: Self, right: Self) -> Bool {
    if let isLess = left.folded.precedes(right.folded) { return isLess }
    if let isLess = left.name.precedes(right.name) { return isLess }
    return left.id < right.id
  }
}

extension String {
  /// Whether the bytes of this text stand before those of another; nil when they are equal.
  func precedes(_ other: String) -> Bool? {
    utf8.elementsEqual(other.utf8) ? nil : utf8.lexicographicallyPrecedes(other.utf8)
  }
}
