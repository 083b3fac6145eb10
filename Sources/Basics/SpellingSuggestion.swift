/// Finds the known word that is most similar to a misspelled one.
package enum SpellingSuggestion {
  /// Returns the known word that is most similar to a word, regardless of case; nil if none is similar enough.
  ///
  /// Up to one edit for every three letters, but at least one, is allowed. Otherwise it is the alphabetically first word that contains the
  /// given one, if that has at least three letters: "dining" finds "penn/dining".
  package static func of(_ word: String, among known: [String]) -> String? {
    let scored = known.map { (distance: EditDistance.between(word.lowercased(), $0.lowercased()), word: $0) }
    guard let best = scored.min(by: { ($0.distance, $0.word) < ($1.distance, $1.word) }) else { return nil }
    if best.distance <= max(1, word.count / 3) { return best.word }
    return word.count >= 3 ? known.filter { $0.lowercased().contains(word.lowercased()) }.min() : nil
  }
}
