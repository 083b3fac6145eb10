import CampusCatalog
import CatalogQuery

/// A language that pages are written in.
protocol PageMarkup: Sendable {
  associatedtype Text: CustomStringConvertible

  /// Returns the start of the document.
  ///
  /// - Parameter campuses: all campuses of the document, in their order.
  func start(_ campuses: [PageCampus]) -> Text

  /// Returns the end of the document.
  func end() -> Text

  /// Returns the heading of a campus, its navigation, and the problems of its feeds.
  ///
  /// - Parameter tables: the tables of the campus.
  func start(_ campus: PageCampus, _ tables: [PageTable]) -> Text

  /// Returns the sources of a campus.
  func end(_ campus: PageCampus) -> Text

  /// Returns the title of a table and the titles of its columns.
  func start(_ table: PageTable, of campus: PageCampus) -> Text

  func end(_ table: PageTable) -> Text

  /// Returns the title of a category.
  func start(_ category: Category, in table: PageTable, of campus: PageCampus) -> Text

  func endCategory(in table: PageTable) -> Text

  // MARK: - Rows

  func row(_ alert: AlertListing, of campus: PageCampus) -> Text

  func row(_ event: EventListing, of campus: PageCampus) -> Text

  func today(_ place: PagePlace, of campus: PageCampus) -> Text

  func week(_ place: PagePlace, of campus: PageCampus) -> Text

  /// Returns the row about special hours, of which the place has some.
  func later(_ place: PagePlace, of campus: PageCampus) -> Text
}

/// A table of a page, in the order in which a page has them.
enum PageTable: String, Sendable, Hashable, CaseIterable {
  case alerts, today, week, later, events

  /// The rows of the table.
  var kind: PageRows.Kind {
    switch self {
    case .alerts: .alert
    case .today, .week, .later: .place
    case .events: .event
    }
  }

  /// The index of the table's text among the row's texts.
  var text: Int {
    switch self {
    case .alerts, .today, .events: 0
    case .week: 1
    case .later: 2
    }
  }
}
