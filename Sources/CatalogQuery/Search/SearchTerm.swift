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
  /// The diets that the words are for.
  var diets: Set<Diet>
  /// The words that replace a misspelled one; nil if it is known.
  var corrections: [String]?

  init(_ words: [String], _ synonym: Synonym?) {
    self.words = words
    starts = words.map { " " + $0 }
    others = (synonym?.words ?? []).map { " " + $0 }
    categories = Set(synonym?.categories ?? [])
    diets = Set([synonym?.diet].compactMap(\.self))
  }

  /// Whether the term stands for more than its words.
  var hasMeaning: Bool { !others.isEmpty || !categories.isEmpty || !campuses.isEmpty || !diets.isEmpty }

  /// Returns whether a text has all words of the term.
  func isIn(_ text: borrowing SearchText) -> Bool {
    let starts = starts.span
    for index in starts.indices where !text.hasWord(starts[index]) { return false }
    return true
  }
}
