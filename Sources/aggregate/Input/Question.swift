import CampusCatalog
import CatalogQuery
import OpeningHours

/// What a question is asked of: a catalog, and the moment.
struct Question {
  /// Only what was selected.
  let catalog: Catalog
  let rule: StatusRule
  /// Degraded when a feed that was read now is stale or absent.
  let status: ExitStatus
  /// Where favorites are kept.
  let favorites: FavoritesFile
  let terminal: Terminal
  /// Answers questions about places in the place of the catalog, which then has no entries.
  var large: LargeStore?
  /// What people have to know of the feeds of a large store.
  var news: [String] = []
  /// The campuses that were selected of a large store; none: all.
  var selected: Set<CampusID> = []

  var entries: [Entry] { catalog.entries }

  /// The one zone of all selected campuses.
  var zone: Zone? { Zone.shared(by: catalog.campuses) }

  var zones: [Zone] { catalog.campuses.compactMap(\.timeZone) }

  /// The moment as JSON shows it.
  func document(total: Int) -> ListDocument { ListDocument(at: rule.instant, in: zone, total: total) }

  /// Prints lines for people.
  func print(_ lines: [String]) throws(Failure) {
    if !lines.isEmpty { try Console.write(lines.map { $0 + "\n" }.joined()) }
  }

  /// Prints lines and then how many there are beside them.
  func print(_ lines: [String], shown: Int, of total: Int) throws(Failure) {
    try print(lines + (shown < total ? [terminal.text("… and \(total - shown) more, \(total) in all", .faint)] : []))
  }

  /// Ends a command whose answer was printed.
  func end() throws(Failure) {
    if status != .delivered { throw Failure(status) }
  }
}
