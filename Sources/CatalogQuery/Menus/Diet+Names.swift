import Basics
package import CampusCatalog

extension Diet {
  /// Returns the diet that a value or a word of a search stands for, such as "vegano" or "gluten free", in any case.
  ///
  /// - Throws: `QueryError` for other words, with the most similar value.
  package static func named(_ name: String) throws(QueryError) -> Diet {
    if let diet = Synonym.all[SearchText(name).tokens]?.diet { return diet }
    let values = allCases.map(\.rawValue)
    let advice = SpellingSuggestion.of(name, among: values).map { "did you mean \"\($0)\"? Use one of" } ?? "use one of"
    throw QueryError(.diet, "no diet \"\(name)\"; \(advice) \(values.joined(separator: ", "))")
  }
}
