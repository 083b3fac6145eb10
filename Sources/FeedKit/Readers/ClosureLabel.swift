/// A label of times that says that they are not an opening for everybody: "Closed", "CLOSED for lunch", "Brunch: closed today", "Dinner
/// closed", "Private dinner".
public enum ClosureLabel: Sendable, Hashable {
  /// The label is nothing but "closed".
  case closed
  /// The label is "closed for" something for which a place closes for a part of the day: "Closed for lunch".
  case pause
  /// The label also says when or why. It does not say that the place is closed at other times of the day.
  case limited

  private static let closedWords: Set<Substring> = [
    "cerrado", "chiuso", "closed", "ferm\u{E9}", "ferm\u{E9}e", "geschlossen", "gesloten", "lukket", "st\u{E4}ngt", "suljettu",
  ]
  private static let privateWords: Set<Substring> = ["invitation", "private"]
  private static let meals: Set<Substring> = [
    "abendessen", "almuerzo", "breakfast", "brunch", "cena", "comida", "dinner", "d\u{E9}jeuner", "d\u{EE}ner", "fr\u{FC}hst\u{FC}ck",
    "late",
    "lunch", "meal", "meals", "mittagessen", "night", "pranzo", "service", "supper",
  ]
  private static let occasions: Set<Substring> = meals.union([
    "dining", "event", "events", "function", "functions", "party", "parties", "reception",
  ])
  private static let rooms: Set<Substring> = ["hall", "kitchen", "room", "rooms", "space"]
  private static let beforeTimes: Set<Substring> = ["ab", "after", "at", "from", "um"]
  private static let fillers: Set<Substring> = ["by", "is", "on", "with"]
  private static let reasonsOfPauses: Set<Substring> = ["breakfast", "brunch", "lunch", "dinner", "supper", "cleaning"]
  /// Words of a sentence that begins with "closed".
  private static let continuations: Set<Substring> = [
    "all", "aujourd", "bis", "ce", "due", "for", "heute", "jusqu", "le", "on", "pour", "this", "t\u{E4}n\u{E4}\u{E4}n", "today", "until",
    "vandaag", "wegen",
  ]

  /// Returns nil for the label of an opening: one without such a word, or with the word inside a phrase ("Salad bar closed").
  public init?(_ label: String) {
    guard Self.mayHaveWord(label) else { return nil }
    let parts = Self.parts(of: label)
    guard parts.contains(where: Self.isClosure) else { return nil }
    let words = parts.flatMap { $0 }
    if words.count == 1, Self.closedWords.contains(words[0]) {
      self = .closed
    } else {
      let isPause = words.count == 3 && words[..<2] == ["closed", "for"] && Self.reasonsOfPauses.contains(words[2])
      self = isPause ? .pause : .limited
    }
  }

  /// Returns whether a text, in a list of dishes, only says that the canteen is closed: "closed", "heute geschlossen", "Closed for repairs".
  static func isInsteadOfDishes(_ text: String) -> Bool {
    guard mayHaveWord(text) else { return false }
    let words = Array(parts(of: text).joined())
    guard let first = words.first, closedWords.contains(first) else {
      return words.count == 2 && continuations.contains(words[0]) && closedWords.contains(words[1])
    }
    return words.count == 1 || continuations.contains(words[1]) || words[1].first?.isNumber == true
  }

  /// Returns the words of a label, divided by punctuation.
  private static func parts(of label: String) -> [[Substring]] {
    label.lowercased().split { !$0.isLetter && !$0.isNumber && !$0.isWhitespace }.map { $0.split(whereSeparator: \.isWhitespace) }
  }

  /// Returns whether a part of a label begins with "closed" or names a private occasion, or is only about a meal that is closed, private or
  /// by invitation.
  private static func isClosure(_ words: [Substring]) -> Bool {
    guard let first = words.first, let last = words.last else { return false }
    // "Closed at 14:00" is open until then.
    if closedWords.contains(first) { return words.count == 1 || !beforeTimes.contains(words[1]) }
    if first == "private" { return words.count == 1 || occasions.contains(words[1]) && !rooms.contains(last) }
    let rest = last == "only" ? words.dropLast(2) : words.dropLast()
    return words.dropFirst(rest.count).first.map { closedWords.contains($0) || privateWords.contains($0) } == true
      && rest.allSatisfy { meals.contains($0) || fillers.contains($0) }
  }

  /// Returns whether the first letters of one of the words occur in a text. They do not in most labels, so this is done first.
  private static func mayHaveWord(_ text: String) -> Bool { firstLetters.mayOccur(in: text.utf8.span) }

  private static let firstLetters = FirstLetters(of: closedWords.union(privateWords) + ["ferme\u{301}", "sta\u{308}ngt"])
}

/// The first six bytes of some words, with a quick test for whether a text may have one of them. No word may be shorter.
private struct FirstLetters {
  /// The letters as numbers; the last byte is the lowest.
  private let letters: [UInt64]
  /// Whether any letters have a hash, for each of them. Few other letters have the same.
  private var hashes = [Bool](repeating: false, count: 4096)

  init(of words: [Substring]) {
    letters = words.map { word in word.utf8.prefix(6).reduce(0) { Self.append($1, to: $0) } }
    for number in letters { hashes[Self.hash(number)] = true }
  }

  /// Returns whether letters occur anywhere in a text, in any ASCII case. True may be wrong for what is not a letter.
  func mayOccur(in text: borrowing Span<UInt8>) -> Bool {
    var last: UInt64 = 0
    for index in text.indices {
      last = Self.append(text[index], to: last)
      if hashes[Self.hash(last)], letters.contains(last) { return true }
    }
    return false
  }

  private static func append(_ byte: UInt8, to letters: UInt64) -> UInt64 {
    (letters << 8 | UInt64(byte | 0x20)) & 0xFFFF_FFFF_FFFF
  }

  private static func hash(_ letters: UInt64) -> Int { Int((letters &* 0x9E37_79B9_7F4A_7C15) >> 52) }
}
