import Basics
public import CampusCatalog
package import SimdJSON

/// What the labels of a feed mean:
/// `{"VG": "vegan", "W": "gluten: wheat", "SF": ["crustaceans", "molluscs"], "0": "no allergens", "MSC": "label"}`.
///
/// A table belongs to one feed: "G" is gluten-free in one and milk in another. Spaces around a label do not matter. Case does not
/// matter either, but in a label with only one letter: a kitchen may have "v" and "V" for different things. Of keys that differ only by
/// case, each stands for itself. A label that is not in the table stays a label, too, but may be an allergen.
public struct CodeTable: Sendable {
  private enum Meaning: Sendable {
    case diet(Diet)
    case allergen(Allergen)
    /// The dish has no allergens.
    case noAllergens
    /// A label that is neither.
    case label
  }

  private var meanings: [String: [Meaning]] = [:]
  /// The meanings of keys with several letters by the key in folded case; none for keys that are the same except for case.
  private var meaningsInAnyCase: [String: [Meaning]] = [:]
  /// The allergens that labels of the feed can state as a whole: one that only has labels for its details, such as "gluten: wheat", is not
  /// among them.
  public let coveredAllergens: Set<Allergen.Code>
  /// The table as JSON text, without white space.
  package let text: String

  /// A table without labels.
  package init() {
    coveredAllergens = []
    text = "{}"
  }

  package init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected an object of labels, found \(value.kind)") }
    var members = value.members
    while let member = members.next() {
      if let text = member.value.string, Self.words.contains(member.key), !Self.words.contains(text), !text.contains(":") {
        throw member.value.fault(
          .value, "the keys are the labels of the feed, and the values what they mean: {\"\(text.prefix(60))\": \"\(member.key)\"}")
      }
      let meaning = try member.value.asList { (text) throws(JSONFieldError) in try Self.meaning(of: text) }
      guard let label = PlainText.remark(member.key), meanings.updateValue(meaning, forKey: label) == nil else {
        throw member.value.fault(.value, "\"\(member.key)\" is empty, or the same as another key")
      }
    }
    for (folded, labels) in Dictionary(grouping: meanings.keys.filter { !Self.isLetter($0) }, by: \.caseFolded) where labels.count == 1 {
      meaningsInAnyCase[folded] = meanings[labels[0]]
    }
    coveredAllergens = Set(
      meanings.values.joined().compactMap { meaning in
        if case .allergen(let allergen) = meaning, allergen.detail == nil { allergen.code } else { nil }
      })
    var writer = JSONWriter(capacity: 512)
    writer.copy(value)
    text = writer.text
  }

  private static let words = Set(
    Diet.allCases.map(\.rawValue) + Allergen.Code.allCases.map(\.rawValue) + ["label", "no allergens"])

  private static let form: String = {
    let words = Diet.allCases.map(\.rawValue) + Allergen.Code.allCases.map(\.rawValue)
    return
      "a diet or allergen (\(words.joined(separator: ", "))), an allergen with a detail such as \"gluten: wheat\", \"no allergens\", or \"label\" for anything else"
  }()

  /// Details that are often taken for allergens, and the allergens that have them.
  private static let details = [
    "gluten": ["wheat", "rye", "barley", "oats", "spelt"], "milk": ["lactose"],
    "nuts": ["almonds", "hazelnuts", "walnuts", "cashews", "pecans", "pistachios", "macadamias"],
  ]

  /// Returns the meaning that a text may be meant for; nil if none is near.
  private static func near(_ text: String) -> String? {
    let word = text.lowercased().replacing(" ", with: "-").replacing("_", with: "-")
    let names = Diet.allCases.map(\.rawValue) + Allergen.Code.allCases.map(\.rawValue) + ["label", "no allergens"]
    if names.contains(word) { return word }
    let parts = text.lowercased().split(separator: ":").map(\.trimmed)
    for (code, words) in details.sorted(by: { $0.key < $1.key }) {
      if let detail = parts.first(where: words.contains) { return "\(code): \(detail)" }
    }
    if word.hasSuffix("-free") { return "label" }
    return SpellingSuggestion.of(word, among: names)
  }

  private static func meaning(of value: JSONValue) throws(JSONFieldError) -> Meaning {
    let text = try value.line()
    if text == "no allergens" { return .noAllergens }
    if text == "label" { return .label }
    if let diet = Diet(rawValue: text) { return .diet(diet) }
    let parts = text.split(separator: ":", maxSplits: 1).map(\.trimmed)
    guard let code = parts.first.flatMap({ Allergen.Code(rawValue: $0) }), !text.hasSuffix(":") else {
      let advice = near(text).map { "; did you mean \"\($0)\"?" } ?? ""
      throw value.fault(.value, "\"\(text.prefix(60))\" is not \(form)\(advice)")
    }
    return .allergen(Allergen(code, detail: parts.count == 2 ? parts[1] : nil))
  }

  /// Returns whether a label is a letter, perhaps with brackets or other marks: "v", "(V)" or "G*". Its case may matter.
  private static func isLetter(_ label: String) -> Bool { label.count(where: \.isLetter) == 1 }

  private func meaning(of label: String) -> [Meaning]? {
    meanings[label] ?? (Self.isLetter(label) ? nil : meaningsInAnyCase[label.caseFolded])
  }

  /// What the labels of a dish mean.
  public struct Meanings: Sendable {
    public internal(set) var diets: [Diet] = []
    public internal(set) var allergens: [Allergen] = []
    public internal(set) var hasNoAllergens = false
    /// The labels that are neither, in their order.
    public internal(set) var others: [String] = []
    /// Whether some of these are not in the table.
    public internal(set) var hasUnknown = false
    /// Whether the labels have all allergens of the dish, as far as those of the feed can: some of them, or that there are none.
    public internal(set) var statesAllergens = false
  }

  /// Returns whether the table says what a label means, or the labels in a text such as "G, L".
  public func explains(_ text: String) -> Bool {
    func isKnown(_ label: some StringProtocol) -> Bool { PlainText.remark(String(label)).flatMap(meaning) != nil }
    if isKnown(text) { return true }
    let parts = text.split { ",;|".contains($0) }
    return parts.count > 1 && parts.allSatisfy(isKnown)
  }

  /// Returns whether labels state all allergens that those of the feed can.
  package func covers(_ labels: [String]) -> Bool {
    coveredAllergens.isSubset(of: meanings(of: labels).allergens.lazy.filter { $0.detail == nil }.map(\.code))
  }

  /// Returns what the labels of a dish mean.
  ///
  /// - Parameters:
  ///   - labels: clean texts of one line.
  ///   - areAll: whether the labels have all allergens of the dish, even if there are none; nil if they do wherever there are any.
  public func meanings(of labels: [String], areAll: Bool? = nil) -> Meanings {
    var found = Meanings()
    var hasList = false
    for label in labels {
      guard let meanings = meaning(of: label) else {
        found.others.append(label)
        found.hasUnknown = true
        continue
      }
      let isMark = meanings.contains { if case .label = $0 { true } else { false } }
      for meaning in meanings {
        switch meaning {
        case .diet(let diet): found.diets.append(diet)
        case .allergen(let allergen):
          found.allergens.append(allergen)
          hasList = hasList || !isMark
        case .noAllergens: found.hasNoAllergens = true
        case .label: found.others.append(label)
        }
      }
    }
    // A label that is not known may be an allergen. "No allergens" and an allergen contradict each other. A mark that is also a label, such
    // as a seal for fish, is not a list.
    found.statesAllergens =
      !found.hasUnknown && (found.hasNoAllergens ? found.allergens.isEmpty : !coveredAllergens.isEmpty && (areAll ?? hasList))
    return found
  }
}
