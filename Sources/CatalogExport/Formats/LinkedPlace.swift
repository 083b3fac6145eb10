package import CampusCatalog
package import CatalogQuery

/// A place as linked data (JSON-LD 1.1), for its page.
package enum LinkedPlace {
  /// Returns the node of the place in `JSONLDGraph`, with the context of its terms. `<` is escaped.
  ///
  /// - Parameter campus: nil for a campus that the catalog does not list.
  package static func json(_ entry: Entry, _ campus: Campus?, _ rule: StatusRule) -> String {
    let header = ExportHeader(generatedAt: rule.instant, campuses: campus.map { [$0] } ?? [], feeds: [], rule: rule)
    let node = String(decoding: JSONLDGraph(header).text(of: [entry]), as: UTF8.self).drop { $0 != "{" }.dropFirst()
    return "{\"@context\":\"https://schema.org\",\(node)"
  }
}
