import CampusCatalog
import FeedCore

/// The entries of one campus as a run writes them.
struct WrittenPart {
  let campus: CampusID
  let part: CatalogParts.Part
  /// The SHA-256 of the lines, where they are a result that the store keeps.
  var content: String?
}

extension RunUpdate {
  /// - Parameter parts: those of the catalog, in any order; none has entries that are no lines.
  init(_ catalog: CatalogParts, _ selection: RunSelection, _ parts: [WrittenPart]) {
    let kept = CatalogParts.inOrder(parts, of: \.campus).compactMap { written -> RunUpdate.Part? in
      switch (written.part, written.content) {
      case (.lines(let lines), let content?): Part(campus: written.campus, .kept(content: content, count: lines.count))
      case (.kept(let lines), let content?): Part(campus: written.campus, .kept(content: content, count: lines.count))
      case (.lines(let lines), nil): Part(campus: written.campus, .lines(lines))
      case (.kept, nil), (.entries, _): nil
      }
    }
    self.init(
      generatedAt: catalog.generatedAt, selection: selection, campuses: catalog.campuses, feeds: catalog.feeds,
      parts: kept.filter { $0.count > 0 })
  }
}
