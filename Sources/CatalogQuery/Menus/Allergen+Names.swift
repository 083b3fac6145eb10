import Basics
package import CampusCatalog

extension Allergen.Code {
  /// Common names in English. They may stand for more allergens than they say, and never for fewer: "wheat" is gluten.
  private static let names: [String: [Self]] = [
    "wheat": [.gluten], "rye": [.gluten], "barley": [.gluten], "oats": [.gluten], "spelt": [.gluten], "cereals": [.gluten],
    "shellfish": [.crustaceans, .molluscs], "seafood": [.crustaceans, .fish, .molluscs],
    "shrimp": [.crustaceans], "crab": [.crustaceans], "lobster": [.crustaceans], "mollusks": [.molluscs],
    "eggs": [.egg], "peanuts": [.peanut], "soya": [.soy], "soybeans": [.soy], "tofu": [.soy],
    "dairy": [.milk], "lactose": [.milk], "cheese": [.milk],
    "tree nuts": [.nuts], "tree-nuts": [.nuts], "almonds": [.nuts], "hazelnuts": [.nuts], "walnuts": [.nuts], "cashews": [.nuts],
    "pistachios": [.nuts], "sulfites": [.sulphites], "sulphur dioxide": [.sulphites], "sulfur dioxide": [.sulphites],
    "lupins": [.lupin], "lupine": [.lupin],
  ]

  /// Returns the allergens that a code or a common name in English stands for, in any case; never empty.
  ///
  /// - Throws: `QueryError` for other words, with the most similar one.
  package static func named(_ name: String) throws(QueryError) -> [Self] {
    let lower = name.lowercased()
    if let code = Self(rawValue: lower) { return [code] }
    if let codes = names[lower] { return codes }
    let codes = allCases.map(\.rawValue)
    let near = SpellingSuggestion.of(lower, among: codes) ?? SpellingSuggestion.of(lower, among: names.keys.sorted())
    let advice = near.map { "did you mean \"\($0)\"? Use one of" } ?? "use one of"
    throw QueryError(.allergen, "no allergen \"\(name)\"; \(advice) \(codes.joined(separator: ", "))")
  }
}
