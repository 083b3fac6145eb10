/// Which entries of a catalog are requested. Empty lists stand for all.
public struct CatalogSelection: Sendable, Hashable {
  public var campuses, kinds, categories: [String]
  /// The table of a spreadsheet: `places`, `hours`, `events`, `occurrences`, `alerts`, `quotes`, `menus` or `dishes`.
  public var table: String?
  /// The moment of exports that have states.
  public var at: String?

  public init(campuses: [String] = [], kinds: [EntryKind] = [], categories: [String] = []) {
    (self.campuses, self.kinds, self.categories) = (campuses, kinds.map(\.rawValue), categories)
  }

  var parameters: Parameters {
    var parameters = Parameters()
    parameters.add("campus", campuses)
    parameters.add("kind", kinds)
    parameters.add("category", categories)
    parameters.add("table", table)
    parameters.add("at", at)
    return parameters
  }
}
