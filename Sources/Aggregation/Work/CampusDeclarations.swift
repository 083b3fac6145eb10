import CampusCatalog

/// The links and corrections of a registry by campus.
struct CampusDeclarations {
  private let links: [CampusID?: [EntryLink]]
  private let corrections: [CampusID?: [Correction]]

  init(_ registry: Registry) {
    links = Dictionary(grouping: registry.links) { $0.ids.first?.feed?.campus }
    corrections = Dictionary(grouping: registry.corrections) { $0.id.feed?.campus }
  }

  /// Returns a campus with its links and corrections.
  func campus(_ campus: Campus) -> WorkCampus {
    WorkCampus(campus, links: links[campus.id] ?? [], corrections: corrections[campus.id] ?? [])
  }
}
