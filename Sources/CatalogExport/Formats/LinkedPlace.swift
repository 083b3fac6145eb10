package import CampusCatalog
package import CatalogQuery

/// A place as linked data (JSON-LD 1.1), for its page.
package enum LinkedPlace {
  /// Returns the nodes of the place and its menus in `JSONLDGraph`, with the context of their terms: one node, or a graph of several. `<` is
  /// escaped.
  ///
  /// - Parameters:
  ///   - menus: menus of the place; those that are over are left out.
  ///   - campus: nil for a campus that the catalog does not list.
  package static func json(_ entry: Entry, menus: [Entry] = [], _ campus: Campus?, _ rule: StatusRule) -> String {
    let header = ExportHeader(generatedAt: rule.instant, campuses: campus.map { [$0] } ?? [], feeds: [], rule: rule)
    var graph = JSONLDGraph(header)
    graph.addHours(of: entry)
    func nodes(_ entries: [Entry]) -> Substring { String(decoding: graph.text(of: entries), as: UTF8.self).drop { $0 != "{" } }
    let (place, menus) = (nodes([entry]), nodes(menus.map { $0.ofPlace(entry.id) }))
    let context = "{\"@context\":\"https://schema.org\","
    return menus.isEmpty ? "\(context)\(place.dropFirst())" : "\(context)\"@graph\":[\(place),\n\(menus)]}"
  }
}

extension Entry {
  /// Returns a menu with the id of its place instead of an alias. Other entries stay as they are.
  package func ofPlace(_ id: EntryID) -> Entry {
    guard case .menu(var menu) = details else { return self }
    var entry = self
    menu.place = id
    entry.details = .menu(menu)
    return entry
  }
}
