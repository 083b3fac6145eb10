/// A label of times that says that they are no opening: "Closed", "CLOSED for lunch", "Brunch: closed today".
public enum ClosureLabel: Sendable, Hashable {
  /// The label is nothing but "closed".
  case closed
  /// The label is "closed for" something for which a place closes for a part of the day: "Closed for lunch".
  case pause
  /// The label also says when or why. It does not say that the place is closed at other times of the day.
  case limited

  private static let word = Array("closed".utf8)
  private static let reasonsOfPauses: Set<Substring> = ["breakfast", "brunch", "lunch", "dinner", "supper", "cleaning"]

  /// Returns nil for the label of an opening: one without the word, or with the word inside a phrase ("Salad bar closed").
  public init?(_ label: String) {
    guard Self.hasWord(label.utf8.span) else { return nil }
    let scalars = Array(label.unicodeScalars)
    let isPart = scalars.map { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    // Whether a part of the label begins here: at its beginning, and after punctuation.
    var isBeginning = true
    for start in scalars.indices {
      if isBeginning, Self.isWord(scalars[start...]), start + Self.word.count == scalars.count || !isPart[start + Self.word.count] {
        self = isPart.count(where: \.self) == Self.word.count ? .closed : Self.isPause(label) ? .pause : .limited
        return
      }
      if isPart[start] { isBeginning = false } else if !scalars[start].properties.isWhitespace { isBeginning = true }
    }
    return nil
  }

  /// Returns whether the letters of the word occur in a text. They do not in most labels, so this is done first.
  private static func hasWord(_ utf8: borrowing Span<UInt8>) -> Bool {
    var last = word.count - 1
    while last < utf8.count {
      // The word may end here, or after as many bytes as follow this letter in it.
      switch utf8[last] | 0x20 {
      case UInt8(ascii: "d"):
        if word.indices.allSatisfy({ utf8[last - word.count + 1 + $0] | 0x20 == word[$0] }) { return true }
        last += word.count
      case UInt8(ascii: "e"): last += 1
      case UInt8(ascii: "s"): last += 2
      case UInt8(ascii: "o"): last += 3
      case UInt8(ascii: "l"): last += 4
      case UInt8(ascii: "c"): last += 5
      default: last += word.count
      }
    }
    return false
  }

  private static func isPause(_ label: String) -> Bool {
    let words = label.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.count == 3 && words[..<2] == ["closed", "for"] && reasonsOfPauses.contains(words[2])
  }

  private static func isWord(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    scalars.count >= word.count && zip(scalars, word).allSatisfy { $0.value | 0x20 == UInt32($1) }
  }
}
