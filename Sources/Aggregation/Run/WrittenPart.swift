import CampusCatalog
import FeedKit
import StoreInterface

/// The entries of one campus as a run writes them.
struct WrittenPart {
  let campus: CampusID
  let part: CatalogParts.Part
  /// The SHA-256 of the lines, where they are a result that the store keeps.
  var content: String?
}

extension RunUpdate {
  /// Nil for a part whose lines are not known: what is not all of a catalog must not be kept as one.
  ///
  /// - Parameter parts: those of the catalog, in any order.
  init?(_ catalog: CatalogParts, _ selection: RunSelection, _ parts: [WrittenPart]) {
    var kept: [RunUpdate.Part] = []
    for written in CatalogParts.inOrder(parts, of: \.campus) {
      switch (written.part, written.content) {
      case (.lines(let lines), let content?): kept.append(Part(campus: written.campus, .kept(content: content, count: lines.count)))
      case (.lazyLines(let lines), let content?): kept.append(Part(campus: written.campus, .kept(content: content, count: lines.count)))
      case (.lines(let lines), nil): kept.append(Part(campus: written.campus, .lines(lines)))
      case (.lazyLines, nil), (.entries, _): return nil
      }
    }
    self.init(
      generatedAt: catalog.generatedAt, selection: selection, campuses: catalog.campuses, feeds: catalog.feeds,
      parts: kept.filter { $0.count > 0 })
  }
}
