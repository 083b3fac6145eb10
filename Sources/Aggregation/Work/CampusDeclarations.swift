import CampusCatalog
import FeedKit

/// The links and corrections of a registry by campus, and the campuses that must be merged together.
struct CampusDeclarations {
  private let links: [CampusID?: [EntryLink]]
  private let corrections: [CampusID?: [Correction]]
  private let groups: Groups<CampusID>

  init(_ registry: Registry, catalogs: [Feed] = []) {
    links = Dictionary(grouping: registry.links) { $0.ids.first?.feed?.campus }
    corrections = Dictionary(grouping: registry.corrections) { $0.id.feed?.campus }
    groups = Groups(catalogs.map { [$0.campus.id] + $0.campuses })
  }

  /// The campuses that have links or corrections.
  var campuses: Set<CampusID> { Set(links.keys.compactMap(\.self)).union(corrections.keys.compactMap(\.self)) }

  /// Returns a campus with its links and corrections.
  ///
  /// - Parameter known: nil for a campus that only catalogs know.
  func campus(_ id: CampusID, _ known: Campus?) -> WorkCampus {
    WorkCampus(id, known, group: groups.first(of: id), links: links[id] ?? [], corrections: corrections[id] ?? [])
  }
}
