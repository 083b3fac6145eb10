import Basics
import Foundation

/// Normalizes names for comparison in a merge.
package enum MatchName {
  /// Returns a name in NFKC, case-folded, without punctuation and a leading article, and with runs of white space as one space. Text in
  /// brackets stays. Nil if nothing is left.
  ///
  /// "The  Café (North)" becomes "café north".
  package static func key(_ name: String) -> String? {
    let folded = name.precomposedStringWithCompatibilityMapping.caseFolded.precomposedStringWithCompatibilityMapping
    let kept = folded.unicodeScalars.filter { !isPunctuation($0) }
    var words = kept.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
    if words.count > 1, ["the", "a", "an"].contains(words[0]) { words.removeFirst() }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation:
      true
    default: false
    }
  }
}
