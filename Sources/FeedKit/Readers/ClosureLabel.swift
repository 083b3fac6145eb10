/// A label of times that says that they are no opening: "Closed", "CLOSED for lunch", "Brunch: closed today".
public enum ClosureLabel: Sendable, Hashable {
  /// The label is nothing but "closed".
  case closed
  /// The label also says when or why. It does not say that the place is closed at other times of the day.
  case limited

  private static let word = Keywords("closed")
  private static let length = 6

  /// Returns nil for the label of an opening: one without the word, or with the word inside a phrase ("Salad bar closed").
  public init?(_ label: String) {
    guard Self.word.occur(inFolded: label) else { return nil }
    let scalars = Array(label.unicodeScalars)
    let isPart = scalars.map { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    // Whether a part of the label begins here: at its beginning, and after punctuation.
    var isBeginning = true
    for start in scalars.indices {
      if isBeginning, Self.isWord(scalars[start...]), start + Self.length == scalars.count || !isPart[start + Self.length] {
        self = isPart.count(where: \.self) == Self.length ? .closed : .limited
        return
      }
      if isPart[start] { isBeginning = false } else if !scalars[start].properties.isWhitespace { isBeginning = true }
    }
    return nil
  }

  private static func isWord(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    scalars.count >= length && zip(scalars, "closed".unicodeScalars).allSatisfy { $0.value | 0x20 == $1.value }
  }
}
