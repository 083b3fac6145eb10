/// Finds the known word that is most similar to a misspelled one.
public enum NearMiss {
  /// Returns the known word that is most similar to a word, regardless of case; nil if none is similar enough.
  ///
  /// Up to one edit for every three letters, but at least one, is allowed. Otherwise it is the alphabetically first word that contains the
  /// given one, if that has at least three letters: "dining" finds "penn/dining".
  public static func of(_ word: String, among known: [String]) -> String? {
    let scored = known.map { (distance: distance(word.lowercased(), $0.lowercased()), word: $0) }
    guard let best = scored.min(by: { ($0.distance, $0.word) < ($1.distance, $1.word) }) else { return nil }
    if best.distance <= max(1, word.count / 3) { return best.word }
    return word.count >= 3 ? known.filter { $0.lowercased().contains(word.lowercased()) }.min() : nil
  }

  /// Returns the number of insertions, deletions, replacements and swaps of adjacent letters (optimal string alignment distance).
  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.unicodeScalars.prefix(100)), Array(right.unicodeScalars.prefix(100)))
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
