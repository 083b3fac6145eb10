/// A language that pages are written in.
protocol PageMarkup: Sendable {
  associatedtype Text: CustomStringConvertible

  /// Returns what precedes the first campus.
  ///
  /// - Parameter campuses: all campuses of the document, in their order.
  func start(_ campuses: [PageCampus]) -> Text

  /// Returns what follows the last campus.
  func end() -> Text

  /// Returns what precedes the first table of a campus.
  ///
  /// - Parameter tables: the tables that follow.
  func start(_ campus: PageCampus, _ tables: [PageTable]) -> Text

  /// Returns what follows the last table of a campus: its sources.
  func end(_ campus: PageCampus) -> Text

  /// Returns what precedes the first row of a table, or of its first group.
  func start(_ table: PageTable, of campus: PageCampus) -> Text

  func end(_ table: PageTable) -> Text

  /// Returns what precedes the first of the rows about places of a category.
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

  /// Which of the texts of a row is the one for this table.
  var text: Int {
    switch self {
    case .alerts, .today, .events: 0
    case .week: 1
    case .later: 2
    }
  }
}
