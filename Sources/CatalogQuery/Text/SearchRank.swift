public import CampusCatalog

/// How well a place answers a search: the lower, the better.
///
/// All words of the search must match; a word matches a token of which it is a prefix. Tokens are those of `SearchText`.
public enum SearchRank: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// The folded name is the folded search.
  case isName = 1
  /// The folded name begins with the folded search.
  case beginsName
  /// All words match in the name.
  case inName
  /// All words match somewhere: in the name, the building, its abbreviation, the category or the feed's word for it, a tag or
  /// a label.
  case anywhere

  /// Nil for a place that does not answer the search, and for what is no place.
  ///
  /// - Parameter search: has at least one word.
  public init?(of entry: Entry, for search: SearchText) {
    guard let place = entry.place else { return nil }
    let name = SearchText(entry.name ?? "")
    if name == search {
      self = .isName
    } else if Self.begins(name, with: search) {
      self = .beginsName
    } else if Self.matches(search, name.tokens) {
      self = .inName
    } else if Self.matches(search, name.tokens + Self.otherTokens(of: entry, place)) {
      self = .anywhere
    } else {
      return nil
    }
  }

  /// The tokens that a search looks at beside those of the name.
  public static func otherTokens(of entry: Entry, _ place: Place) -> [String] {
    let texts = [place.location.building, place.location.abbreviation, place.category.rawValue, place.categoryLabel].compactMap { $0 }
    return (texts + entry.tags + entry.labels).flatMap { SearchText($0).tokens }
  }

  private static func begins(_ name: SearchText, with search: SearchText) -> Bool {
    guard let first = name.tokens.first, let searched = search.tokens.first, first.utf8.starts(with: searched.utf8) else { return false }
    return name.joined.utf8.starts(with: search.joined.utf8)
  }

  private static func matches(_ search: SearchText, _ tokens: [String]) -> Bool {
    search.tokens.allSatisfy { word in tokens.contains { $0.utf8.starts(with: word.utf8) } }
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
