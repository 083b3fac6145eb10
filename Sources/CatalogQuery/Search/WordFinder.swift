import Basics

/// Finds the words that are most similar to a misspelled one.
///
/// Similarity is the number of edits: letters that are inserted, removed or replaced, and neighbors that are swapped
/// (`EditDistance`). A third of the letters may differ, at most three; words of one or two letters are similar to none. Because a
/// search also finds words that it begins, a word of at least four letters is also similar to words that begin with it after one edit.
struct WordFinder {
  let word: String
  /// Whether one of the words begins with this one.
  private(set) var isKnown = false
  private let letters: [Unicode.Scalar]
  private let maximum: Int
  private var found: [(edits: Int, wordEdits: Int, word: String)] = []

  /// - Parameter word: folded as in `SearchText`.
  init(_ word: String) {
    self.word = word
    letters = Array(word.unicodeScalars.prefix(40))
    maximum = letters.count < 3 ? 0 : min(3, letters.count / 3)
  }

  /// The similar words, the most similar first; ties are sorted by their letters. Those that begin with one before them are left out, because a
  /// search for that one finds them, too.
  var similar: [String] {
    let words = found.sorted { ($0.edits, $0.wordEdits, $0.word) < ($1.edits, $1.wordEdits, $1.word) }.map(\.word)
    return words.indices.filter { index in !words[..<index].contains { words[index].utf8.starts(with: $0.utf8) } }.map { words[$0] }
  }

  /// Adds a word if it is similar. Each word must be added only once.
  mutating func look(at other: String) {
    if other.utf8.starts(with: word.utf8) { return isKnown = true }
    guard maximum > 0, other.utf8.count >= letters.count - maximum else { return }
    guard let (beginning, whole) = edits(to: other) else { return }
    let isBeginning = letters.count >= 4 && beginning <= 1
    guard isBeginning || whole <= maximum else { return }
    found.append((isBeginning ? min(whole, beginning + 1) : whole, whole, other))
  }

  /// Returns the number of edits that make the word the beginning of another one, and the number that make it the whole; nil if both are too
  /// many.
  private func edits(to other: String) -> (beginning: Int, whole: Int)? {
    let edits = EditDistance.toBeginnings(of: Array(other.unicodeScalars.prefix(40)), from: letters, maximum: maximum)
    guard let edits, let whole = edits.last else { return nil }
    return (edits.min() ?? whole, whole)
  }
}
