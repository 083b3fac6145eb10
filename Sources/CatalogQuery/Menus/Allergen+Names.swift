import Basics
package import CampusCatalog
import OpeningHours

extension Allergen.Code {
  /// Common names in several languages, besides those of the tables of words. They may stand for more allergens than they say, and never for
  /// fewer: "wheat" is gluten.
  private static let commonNames: [String: [Self]] = [
    "cereals": [.gluten], "oat": [.gluten],
    "shellfish": [.crustaceans, .molluscs], "seafood": [.crustaceans, .fish, .molluscs],
    "shrimp": [.crustaceans], "crab": [.crustaceans], "lobster": [.crustaceans],
    "eggs": [.egg], "soya": [.soy], "soybeans": [.soy], "tofu": [.soy],
    "dairy": [.milk], "cheese": [.milk], "tree nuts": [.nuts], "sulphur dioxide": [.sulphites], "lupins": [.lupin], "lupine": [.lupin],
    "Eier": [.egg], "Erdnuss": [.peanut], "Nüsse": [.nuts], "Käse": [.milk], "Garnelen": [.crustaceans], "Muscheln": [.molluscs],
    "Meeresfrüchte": [.crustaceans, .fish, .molluscs], "Schwefeldioxid": [.sulphites], "Lupine": [.lupin],
    "œuf": [.egg], "oeufs": [.egg], "oeuf": [.egg], "cacahuètes": [.peanut], "fromage": [.milk], "crevettes": [.crustaceans],
    "noix": [.nuts], "fruits de mer": [.crustaceans, .fish, .molluscs],
    "huevos": [.egg], "maní": [.peanut], "lácteos": [.milk], "queso": [.milk], "frutos secos": [.nuts, .peanut], "nueces": [.nuts],
    "mariscos": [.crustaceans, .fish, .molluscs],
    "uovo": [.egg], "latticini": [.milk], "formaggio": [.milk], "frutta secca": [.nuts, .peanut], "noci": [.nuts],
    "frutti di mare": [.crustaceans, .fish, .molluscs],
  ]

  /// The allergens by their codes, then by their names in all languages, those of their substances, and common names, folded.
  private static let names: [String: [Self]] = {
    var names: [String: [Self]] = [:]
    func add(_ name: String, _ codes: [Self]) { names[SearchText(name).joined, default: codes] = codes }
    for (name, codes) in commonNames { add(name, codes) }
    for language in Language.allCases {
      for detail in AllergenDetail.allCases { add(detail.text(in: language), [detail.code]) }
      for code in allCases { add(Allergen(code).text(in: language), [code]) }
    }
    for code in allCases { add(code.rawValue, [code]) }
    return names
  }()

  /// Returns the allergens that a code or a common name in one of the languages stands for, in any case and with or without accents; never empty.
  ///
  /// - Throws: `QueryError` for other words, with the most similar one.
  package static func named(_ name: String) throws(QueryError) -> [Self] {
    let folded = SearchText(name).joined
    if let codes = names[folded] ?? AllergenDetail(name).map({ [$0.code] }) { return codes }
    let codes = allCases.map(\.rawValue)
    let near = SpellingSuggestion.of(folded, among: codes) ?? SpellingSuggestion.of(folded, among: names.keys.sorted())
    let advice = near.map { "did you mean \"\($0)\"? Use one of" } ?? "use one of"
    throw QueryError(.allergen, "no allergen \"\(name)\"; \(advice) \(codes.joined(separator: ", "))")
  }
}
