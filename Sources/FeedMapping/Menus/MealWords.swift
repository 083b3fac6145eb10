import FeedKit

/// A table that finds the kind of a meal by whole words of its name:
/// `{"words": {"lunch": ["lunch", "late lunch"], "late": ["late", "late night"]}, "of": "/name", "else": "other"}`.
///
/// Of words that overlap, the longest count: "late lunch" is not "late". A name with the words of two kinds ("Lunch/Dinner") is `other`.
struct MealWords: Sendable {
  private let kinds: [[Substring]: Meal.Kind]
  /// The number of words in the longest text.
  private let longest: Int
  private let name: TextRule
  private let otherwise: Meal.Kind

  init(reading value: JSONValue) throws(JSONFieldError) {
    // Checks the form, too.
    _ = try TextRule(reading: value, results: TextRule.Allowed(Meal.Kind.self))
    name = try value.rule("of")
    otherwise = value["else"]?.string.flatMap { Meal.Kind(rawValue: $0) } ?? .other
    var kinds: [[Substring]: Meal.Kind] = [:]
    if let table = value["words"] {
      var members = table.members
      while let member = members.next() {
        let kind = Meal.Kind(rawValue: member.key) ?? .other
        for text in try member.value.asList({ (text) throws(JSONFieldError) in try text.line() }) {
          let words = Self.words(of: text)
          guard !words.isEmpty, kinds.updateValue(kind, forKey: words) == nil else {
            throw member.value.fault(.value, "\"\(text)\" has no letters, or is also in another list")
          }
        }
      }
    }
    self.kinds = kinds
    longest = kinds.keys.map(\.count).max() ?? 0
  }

  /// Returns the kind of a meal.
  func kind(in scope: borrowing Scope, _ notes: inout RecordNotes) throws(JSONFieldError) -> Meal.Kind {
    let words = Self.words(of: try name.line(in: scope, &notes) ?? "")
    var found: Meal.Kind?
    var index = 0
    while index < words.count {
      let most = min(longest, words.count - index)
      let counts = stride(from: most, to: 0, by: -1)
      guard let count = counts.first(where: { kinds[Array(words[index..<index + $0])] != nil }),
        let kind = kinds[Array(words[index..<index + count])]
      else {
        index += 1
        continue
      }
      if let found, found != kind { return .other }
      found = kind
      index += count
    }
    return found ?? otherwise
  }

  private static func words(of text: String) -> [Substring] { Keywords.fold(text.caseFolded).split { !$0.isLetter } }
}
