import CampusCatalog

/// A filter that one tap switches on and off.
struct Chip {
  /// The key of its text.
  let word: String
  /// The parameter of the address and its value.
  let name, value: String

  static let diets = [Diet.vegan, .vegetarian, .halal]

  /// Those for diets come after food, so that they are in sight on a phone.
  static let all =
    [Chip("open-now", "open", "now"), Chip("food", Category.food)] + diets.map { Chip($0) } + [
      Chip("coffee", [.cafe]), Chip("study", [.library, .study]), Chip("gym", [.gym]),
    ]

  /// Times to ask about.
  static let times = [Chip("now", "at", ""), Chip("tonight", "at", "tonight"), Chip("tomorrow", "at", "tomorrow")]

  /// Whether the chip is about dishes, which not all catalogs have.
  var isDiet: Bool { name == "diet" }

  /// Whether the chip chooses a night or a day, during which no place can be asked to stay open.
  var isPeriod: Bool { name == "at" && !value.isEmpty }

  private init(_ word: String, _ name: String, _ value: String) { (self.word, self.name, self.value) = (word, name, value) }

  private init(_ diet: Diet) { self.init("diet-\(diet.rawValue)", "diet", diet.rawValue) }

  private init(_ word: String, _ categories: Set<Category>) {
    self.init(word, "category", Category.allCases.filter(categories.contains).map(\.rawValue).joined(separator: ","))
  }
}
