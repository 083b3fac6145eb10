import CampusCatalog
import OpeningHours

/// How well a place matches a search, best first.
///
/// All words of the search must match. A word matches a token that it is a prefix of. Tokens are `SearchText`'s.
public enum SearchRank: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// The folded name equals the folded search.
  case exactName = 1
  /// The folded name begins with the folded search.
  case namePrefix
  /// All words match in the name.
  case nameWords
  /// The place serves a dish with all words in its name (`PlaceQuery.withDishes`).
  case dish
  /// All words match in the name, the building, its abbreviation or the address, the category, its plural or its label, the campus, the tags, or
  /// the labels. The words of a tag also match without the hyphens between them: "takeout" is "take-out".
  case anyField
  /// The place has everything that the search means (`SearchMeaning`): other words, a category, or a campus with that name.
  case meaning
  /// As `meaning`, with words of the description.
  case description

  /// Creates the rank of a name; nil if it does not match. The search must not be empty.
  public init?(ofName name: SearchText, for search: SearchText) {
    if name == search {
      self = .exactName
    } else if name.joined.utf8.starts(with: search.joined.utf8) {
      self = .namePrefix
    } else if search.wordStarts.allSatisfy(name.hasWord) {
      self = .nameWords
    } else {
      return nil
    }
  }

  /// Returns the searchable texts of a place, except its name.
  static func otherTexts(of entry: Entry, _ place: Place) -> [SearchText] {
    let location = place.location
    let texts = [
      location.building, location.abbreviation, location.address, place.category.rawValue, place.category.plural(in: .english),
      place.categoryLabel,
      entry.campus.description,
    ].compactMap { $0 }
    let joined = entry.tags.filter { $0.utf8.contains(UInt8(ascii: "-")) }.map { $0.replacing("-", with: "") }
    return (texts + entry.tags + joined + entry.labels).map { SearchText($0) }
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
