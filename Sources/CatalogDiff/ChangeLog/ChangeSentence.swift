/// A change as a sentence about an entry: the text before and after the entry's name, without a period.
///
///     ChangeSentence.of("address", "is now “2 Main St”").about("Commons")  // "The address of Commons is now “2 Main St”"
struct ChangeSentence: Sendable, Hashable {
  private let before: String
  private let after: String

  private init(_ before: String, _ after: String) { (self.before, self.after) = (before, after) }

  /// "Commons moved 40 m".
  static func predicate(_ text: String) -> Self { Self("", " \(text)") }

  /// "The address of Commons is now “2 Main St”".
  static func of(_ noun: String, _ text: String) -> Self {
    Self(noun.hasPrefix("the ") ? "T\(noun.dropFirst()) of " : "The \(noun) of ", " \(text)")
  }

  /// "At Commons, the special hours are over".
  static func at(_ text: String) -> Self { Self("At ", ", \(text)") }

  /// "Menu of Commons, Sat 21 Nov 2026, Lunch: “Pizza” replaces “Pasta”".
  static func colon(_ text: String) -> Self { Self("", ": \(text)") }

  func about(_ name: String) -> String { before + name + after }
}
