/// A language of texts that people read. Raw values are language tags (BCP 47), and those of options and parameters.
public enum Language: String, Sendable, Hashable, CaseIterable {
  case english = "en"

  /// The words of the language.
  package var words: WordTable {
    switch self {
    case .english: Self.englishWords
    }
  }

  // Each table is read when it is first used.
  private static let englishWords = WordTable(of: .english)
}
