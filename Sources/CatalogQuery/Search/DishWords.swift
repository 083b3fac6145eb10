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
    var (tokens, terms) = (search.tokens[...], [Term]())
    while !tokens.isEmpty {
      let counts = 1...min(Synonym.longest, tokens.count)
      let count = counts.last { Synonym.all[Array(tokens.prefix($0))]?.diet != nil } ?? 1
      let words = Array(tokens.prefix(count))
      tokens = tokens.dropFirst(count)
      terms.append(Term(alternatives: [words.map { " " + $0 }], diets: Set([Synonym.all[words]?.diet].compactMap(\.self))))
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
