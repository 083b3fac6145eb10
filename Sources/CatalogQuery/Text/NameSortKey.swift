public import CampusCatalog

/// A key that sorts entries by name: by folded name (`SearchText.joined`), then by the bytes of the name, then by id.
///
/// An entry without a name comes first.
public struct NameSortKey: Sendable, Hashable, Comparable {
  public let folded: String
  /// The name; empty if the entry has none.
  public let name: String
  public let id: EntryID
  private let prefix: UInt64

  public init(_ entry: Entry) {
    name = entry.name ?? ""
    folded = SearchText(name).joined
    prefix = folded.utf8.sortPrefix
    id = entry.id
  }

  public static func < (left: Self, right: Self) -> Bool {
    if left.prefix != right.prefix { return left.prefix < right.prefix }
    if let isLess = left.folded.precedes(right.folded) { return isLess }
    if let isLess = left.name.precedes(right.name) { return isLess }
    return left.id < right.id
  }
}

extension String {
  /// Returns whether this text comes before another one, comparing bytes; nil if they are equal.
  func precedes(_ other: String) -> Bool? {
    let (left, right) = (utf8.span, other.utf8.span)
    for index in 0..<min(left.count, right.count) where left[index] != right[index] { return left[index] < right[index] }
    return left.count == right.count ? nil : left.count < right.count
  }
}
