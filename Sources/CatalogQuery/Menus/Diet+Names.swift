package import CampusCatalog

extension Diet {
  /// Returns the diet that a value or a word of a search stands for, such as "vegano" or "gluten free", in any case; nil for other words.
  package static func named(_ name: String) -> Diet? { Synonym.all[SearchText(name).tokens]?.diet }
}
