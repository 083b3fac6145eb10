import CampusCatalog
import FeedKit
import StoreInterface

/// The entries of one campus in a run's output.
struct WrittenPart {
  let campus: CampusID
  let part: CatalogParts.Part
  /// The SHA-256 of the lines, if they are a stored result.
  var content: String?
}

extension RunUpdate {
  /// Creates an update; nil if a part has no lines, because an incomplete catalog must not be stored.
  ///
  /// - Parameter parts: the parts of the catalog, in any order.
  init?(_ catalog: CatalogParts, _ selection: RunSelection, _ parts: [WrittenPart]) {
    var stored: [RunUpdate.Part] = []
    for written in CatalogParts.inOrder(parts, of: \.campus) {
      switch (written.part, written.content) {
      case (.lines(let lines), let content?): stored.append(Part(campus: written.campus, .kept(content: content, count: lines.count)))
      case (.lazyLines(let lines), let content?): stored.append(Part(campus: written.campus, .kept(content: content, count: lines.count)))
      case (.lines(let lines), nil): stored.append(Part(campus: written.campus, .lines(lines)))
      case (.lazyLines, nil), (.entries, _): return nil
      }
    }
    self.init(
      generatedAt: catalog.generatedAt, selection: selection, campuses: catalog.campuses, feeds: catalog.feeds,
      parts: stored.filter { $0.count > 0 })
  }
}
