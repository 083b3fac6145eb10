import CampusCatalog

/// A word of a search, or a phrase with a synonym, and what it may stand for in a place.
struct SearchTerm: Sendable, Hashable {
  /// The words as entered, folded.
  let words: [String]
  /// Words of which a place must have all, or beginnings of them. Each is a space and the text (`SearchText.hasWord`).
  let starts: [String]
  /// Other words of which one is enough, written as `starts`.
  var others: [String]
  var categories: Set<Category>
  /// The campuses whose names have the words.
  var campuses: Set<CampusID> = []
  /// The words that replace a misspelled one; nil if it is known.
  var corrections: [String]?

  init(_ words: [String], _ synonym: Synonym?) {
    self.words = words
    starts = words.map { " " + $0 }
    others = (synonym?.words ?? []).map { " " + $0 }
    categories = Set(synonym?.categories ?? [])
  }

  /// Whether the term stands for more than its words.
  var hasMeaning: Bool { !others.isEmpty || !categories.isEmpty || !campuses.isEmpty }

  /// Returns whether a place has the term, apart from its description.
  func isIn(_ texts: borrowing SearchTexts, _ category: Category?, _ campus: CampusID) -> Bool {
    if categories.contains(category ?? .other) || campuses.contains(campus) { return true }
    for other in others where texts.all.hasWord(other) { return true }
    return isIn(texts.all)
  }

  /// Returns whether a text has all words of the term.
  func isIn(_ text: borrowing SearchText) -> Bool {
    for start in starts where !text.hasWord(start) { return false }
    return true
  }
}
