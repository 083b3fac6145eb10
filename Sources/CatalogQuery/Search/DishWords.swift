import CampusCatalog

/// The words of a search for dishes: each stands for names with a word that it begins, and a word for a diet also for dishes that suit it.
struct DishWords: Sendable, Hashable {
  private struct Term: Sendable, Hashable {
    /// Texts of which a name must have all of one, written as `SearchText.wordStarts`.
    let alternatives: [[String]]
    let diets: Set<Diet>
  }

  private let terms: [Term]

  init(_ search: SearchText) {
    var (tokens, terms, last) = (search.tokens[...], [Term](), [String]?.none)
    while !tokens.isEmpty {
      let (words, synonym) = Synonym.first(of: tokens, after: last)
      tokens = tokens.dropFirst(words.count)
      last = words
      terms.append(Term(alternatives: [words.map { " " + $0 }], diets: Set([synonym?.diet].compactMap(\.self))))
    }
    self.terms = terms
  }

  /// The words of a meaning, with the corrections of those that are misspelled.
  init(_ meaning: SearchMeaning) {
    terms = meaning.terms.map { Term(alternatives: $0.corrections?.map { [" " + $0] } ?? [$0.starts], diets: $0.diets) }
  }

  func accept(_ dish: Dish) -> Bool {
    let name = SearchText(dish.name)
    return terms.allSatisfy { term in
      term.diets.contains(where: dish.isSuitable) || term.alternatives.contains { $0.allSatisfy(name.hasWord) }
    }
  }
}
