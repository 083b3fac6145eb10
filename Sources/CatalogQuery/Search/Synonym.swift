import CampusCatalog

/// What a word or phrase of a search also means (`synonyms.txt`).
struct Synonym: Sendable, Hashable {
  var categories: [Category] = []
  /// The beginnings of other words.
  var words: [String] = []
  /// The time of the answer, such as "sunday"; nil if the words are not about time.
  var time: String?
  /// The diet that the words are for; nil for others.
  var diet: Diet?
  /// Whether the words ask for open places.
  var isOpen = false
  /// Whether the next word has only its literal meaning, as in "not vegan".
  var isNegation = false

  /// The table.
  static let text = String(decoding: EmbeddedFiles.bytes(of: "Search/synonyms.txt"), as: UTF8.self)

  /// The synonyms by the words of their phrases, folded.
  static let all: [[String]: Synonym] = {
    var all: [[String]: Synonym] = [:]
    for line in text.split(separator: "\n") {
      let sides = line.split(separator: ":")
      guard !line.hasPrefix("#"), sides.count == 2 else { continue }
      let synonym = Synonym(sides[1].split(separator: " ").map(String.init))
      for phrase in sides[0].split(separator: ",") { all[SearchText(String(phrase)).tokens] = synonym }
    }
    return all
  }()

  /// Returns the first words that have a meaning together, or else the first one, and the meaning; none after a negation.
  static func first(of tokens: ArraySlice<String>, after last: [String]?) -> (words: [String], synonym: Synonym?) {
    let count = (1...min(longest, tokens.count)).last { all[Array(tokens.prefix($0))] != nil }
    let words = Array(tokens.prefix(count ?? 1))
    return (words, last.flatMap { all[$0]?.isNegation } == true ? nil : all[words])
  }

  /// The number of words of the longest phrase.
  static let longest = all.keys.map(\.count).max() ?? 1

  private init(_ parts: [String]) {
    if parts.first == "when" {
      time = parts.dropFirst().joined(separator: " ")
    } else if parts.first == "diet" {
      diet = Diet(rawValue: parts.dropFirst().joined())
    } else if parts == ["open"] {
      isOpen = true
    } else if parts == ["not"] {
      isNegation = true
    } else {
      categories = parts.filter { $0.hasPrefix("@") }.compactMap { Category(rawValue: String($0.dropFirst())) }
      words = parts.filter { !$0.hasPrefix("@") }
    }
  }
}
