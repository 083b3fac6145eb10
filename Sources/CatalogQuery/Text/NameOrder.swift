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
    let (left, right) = (utf8.span, other.utf8.span)
    for index in 0..<min(left.count, right.count) where left[index] != right[index] { return left[index] < right[index] }
    return left.count == right.count ? nil : left.count < right.count
  }
}
