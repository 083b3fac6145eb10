public import CampusCatalog

/// The words of places that are most similar to a word of a search that begins none of them.
public struct SimilarWords: Sendable, Hashable {
  /// The word of the search, folded.
  public let word: String
  /// At most three words, folded, the most similar first; empty if none is similar enough.
  public let similar: [String]

  public init(_ word: String, similar: [String]) {
    self.word = word
    self.similar = similar
  }

  /// Returns the words of a search that begin no word of the places, in their order in the search, with similar words.
  ///
  /// The words of a place are the words that a search considers (`SearchRank`). The answer does not depend on the order of the entries.
  public static func of(_ search: SearchText, in entries: some Sequence<Entry>) -> [SimilarWords] {
    // The first eight words, so that the time is bounded.
    var finders = search.tokens.prefix(8).map { WordFinder($0) }
    var seen: Set<String> = []
    for entry in entries {
      guard let place = entry.place else { continue }
      for text in [SearchText(entry.name ?? "")] + SearchRank.otherTexts(of: entry, place) {
        for word in text.tokens where seen.insert(word).inserted {
          for index in finders.indices { finders[index].look(at: word) }
        }
      }
    }
    return finders.filter { !$0.isKnown }.map { SimilarWords($0.word, similar: Array($0.similar.prefix(3))) }
  }

  /// Returns a folded word as the names, buildings and addresses of places have it, in lower case: "spät" for "spat". If they have it in several
  /// forms, or in none, it stays folded.
  public static func asWritten(_ word: String, in entries: some Sequence<Entry>) -> String {
    var forms: Set<String> = []
    for entry in entries {
      guard let place = entry.place else { continue }
      for text in [entry.name, place.location.building, place.location.address].compactMap(\.self) {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        forms.formUnion(words.filter { SearchText(String($0)).tokens == [word] }.map { $0.lowercased() })
      }
    }
    return forms.count == 1 ? forms.first ?? word : word
  }
}
