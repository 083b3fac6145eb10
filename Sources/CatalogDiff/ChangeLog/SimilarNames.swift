import CatalogQuery

/// Compares names that are not the same, but may belong to one place. Case, accents and punctuation do not matter.
///
/// Two names are similar
///
/// * if only the text in brackets differs, and one of these texts abbreviates the other: "Starbucks [NN]" and "Starbucks [Northern Neck]";
/// * or, for two places with the same building or position, if one begins with all words of the other: "One Stop" and "One Stop Shop".
struct SimilarNames {
  /// The name without the text in brackets.
  let base: SearchText
  private let bracketed: SearchText
  private let words: [String]

  /// - Parameter name: a name such as "Starbucks [NN]".
  init(_ name: String) {
    let parts = name.split(separator: "[", maxSplits: 1, omittingEmptySubsequences: false)
    base = SearchText(String(parts[0]))
    bracketed = SearchText(parts.count > 1 ? String(parts[1]) : "")
    words = SearchText(name).tokens
  }

  /// The first word; empty for a name without words.
  var firstWord: String { words.first ?? "" }

  /// Whether only the texts in brackets differ, and one of them abbreviates the other.
  func abbreviates(_ other: Self) -> Bool {
    guard base == other.base, !bracketed.isEmpty, !other.bracketed.isEmpty else { return false }
    return Self.isAbbreviation(bracketed, of: other.bracketed) || Self.isAbbreviation(other.bracketed, of: bracketed)
  }

  /// Whether one of the names begins with all words of the other.
  func extends(_ other: Self) -> Bool { !words.isEmpty && (words.starts(with: other.words) || other.words.starts(with: words)) }

  /// Whether a text has the same first letter as a longer one, and all its letters occur in that in the same order: "ENGR" and
  /// "Engineering", "NN" and "Northern Neck".
  private static func isAbbreviation(_ short: SearchText, of long: SearchText) -> Bool {
    guard short.joined.utf8.first == long.joined.utf8.first else { return false }
    var rest = long.joined.utf8[...]
    for letter in short.joined.utf8 {
      guard let index = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: index)...]
    }
    return true
  }
}
