import FeedKit

/// Finds the words of `Hints.categoryWords` in names and labels.
enum CategoryWords {
  /// Returns the category of a label; nil if it has none of the words.
  static func category(of label: String) -> String? {
    let folded = fold(PlainText.repairDoubleEncoding(label) ?? label)
    return Hints.categoryWords.first { $0.words.contains { occurs($0, in: folded) } }?.category
  }

  /// Returns the words of a category that occur in texts, and never inside another word there: a rule finds parts of words too.
  static func words(of words: [String], in texts: [String]) -> [String] {
    let found = words.filter { word in
      let found = texts.filter { $0.caseFolded.contains(word) }
      return !found.isEmpty && found.allSatisfy { occurs(word, in: fold($0)) }
    }
    // The rule finds "bagel" in "bagels".
    return found.filter { word in !found.contains { $0 != word && word.contains($0) } }
  }

  private static func fold(_ text: String) -> String {
    let words = text.caseFolded.replacing("’", with: "'").split { !$0.isLetter && $0 != "'" && $0 != "-" }
    return " " + words.map { $0.hasSuffix("'") ? $0.dropLast() : $0 }.joined(separator: " ") + " "
  }

  private static func occurs(_ word: String, in folded: String) -> Bool { folded.contains(" \(word) ") || folded.contains(" \(word)s ") }
}
