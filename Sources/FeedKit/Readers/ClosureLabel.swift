/// A label of times that says that they are no opening: "Closed", "CLOSED for lunch", "Brunch: closed today".
public enum ClosureLabel: Sendable, Hashable {
  /// The label is nothing but "closed".
  case closed
  /// The label also says when or why. It does not say that the place is closed at other times of the day.
  case limited

  private static let words = Keywords("closed")

  /// Returns nil for the label of an opening: one without the word, or with the word inside a phrase ("Salad bar closed").
  public init?(_ label: String) {
    guard Self.words.occur(inFolded: label) else { return nil }
    if label.lowercased().filter(\.isLetter) == "closed" {
      self = .closed
    } else if label.contains(/(?:^|[^\p{L}\p{N}\s])\s*[Cc][Ll][Oo][Ss][Ee][Dd](?![\p{L}\p{N}])/) {
      self = .limited
    } else {
      return nil
    }
  }
}
