import FeedKit

/// What the labels of a feed mean: `{"VG": "vegan", "W": "gluten: wheat", "SF": ["crustaceans", "molluscs"], "0": "no allergens", "MSC": "label"}`.
///
/// A table belongs to one feed: "G" is gluten-free in one and milk in another. Case and spaces around a label do not matter. A label that
/// is not in the table stays a label, too, but may be an allergen.
struct CodeTable: Sendable {
  private enum Meaning: Sendable {
    case diet(Diet)
    case allergen(Allergen)
    /// The dish has no allergens.
    case noAllergens
    /// A label that is neither.
    case label
  }

  private var meanings: [String: [Meaning]] = [:]

  /// A table without labels.
  init() {}

  init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected an object of labels, found \(value.kind)") }
    var members = value.members
    while let member = members.next() {
      let meaning = try member.value.asList { (text) throws(JSONFieldError) in try Self.meaning(of: text) }
      guard let label = PlainText.line(member.key), meanings.updateValue(meaning, forKey: label.caseFolded) == nil else {
        throw member.value.fault(.value, "\"\(member.key)\" is empty, or the same as another key except for case")
      }
    }
  }

  private static let form: String = {
    let words = Diet.allCases.map(\.rawValue) + Allergen.Code.allCases.map(\.rawValue)
    return
      "a diet or allergen (\(words.joined(separator: ", "))), an allergen with a detail such as \"gluten: wheat\", \"no allergens\", or \"label\" for anything else"
  }()

  private static func meaning(of value: JSONValue) throws(JSONFieldError) -> Meaning {
    let text = try value.line()
    if text == "no allergens" { return .noAllergens }
    if text == "label" { return .label }
    if let diet = Diet(rawValue: text) { return .diet(diet) }
    let parts = text.split(separator: ":", maxSplits: 1).map(\.trimmed)
    guard let code = parts.first.flatMap({ Allergen.Code(rawValue: $0) }), !text.hasSuffix(":") else {
      throw value.fault(.value, "\"\(text.prefix(60))\" is not \(form)")
    }
    return .allergen(Allergen(code, detail: parts.count == 2 ? parts[1] : nil))
  }

  /// The allergens that labels of the feed can state as a whole: one that only has labels for its details, such as "gluten: wheat", is not
  /// among them.
  var coveredAllergens: Set<Allergen.Code> {
    Set(
      meanings.values.joined().compactMap { meaning in
        if case .allergen(let allergen) = meaning, allergen.detail == nil { allergen.code } else { nil }
      })
  }

  /// What the labels of a dish mean.
  struct Meanings {
    var diets: [Diet] = []
    var allergens: [Allergen] = []
    var hasNoAllergens = false
    /// The labels that are neither.
    var others: [String] = []
    /// Whether some of these are not in the table.
    var hasUnknown = false
  }

  func meanings(of labels: [String]) -> Meanings {
    var found = Meanings()
    for label in labels {
      guard let meanings = meanings[label.caseFolded] else {
        found.others.append(label)
        found.hasUnknown = true
        continue
      }
      for meaning in meanings {
        switch meaning {
        case .diet(let diet): found.diets.append(diet)
        case .allergen(let allergen): found.allergens.append(allergen)
        case .noAllergens: found.hasNoAllergens = true
        case .label: found.others.append(label)
        }
      }
    }
    return found
  }
}
