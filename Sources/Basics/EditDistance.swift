/// Counts edits between words: letters that are inserted, removed or replaced, and neighbors that are swapped (optimal string alignment
/// distance).
package enum EditDistance {
  /// Returns the number of edits from a word to each beginning of another one, from the empty beginning to the whole; nil if all of them
  /// are more than `maximum`.
  package static func toBeginnings(of other: [Unicode.Scalar], from word: [Unicode.Scalar], maximum: Int = .max) -> [Int]? {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in word.indices {
      var current = [row + 1]
      current.reserveCapacity(last.count)
      var least = row + 1
      for column in other.indices {
        var edits = min(last[column + 1] + 1, current[column] + 1, last[column] + (word[row] == other[column] ? 0 : 1))
        if row > 0, column > 0, word[row] == other[column - 1], word[row - 1] == other[column] {
          edits = min(edits, beforeLast[column - 1] + 1)
        }
        current.append(edits)
        least = min(least, edits)
      }
      if least > maximum { return nil }
      (beforeLast, last) = (last, current)
    }
    return last
  }

  /// Returns the number of edits between two words, of which the first hundred letters count.
  package static func between(_ word: String, _ other: String) -> Int {
    let (word, other) = (Array(word.unicodeScalars.prefix(100)), Array(other.unicodeScalars.prefix(100)))
    return toBeginnings(of: other, from: word)?.last ?? .max
  }
}
