/// A language that pages are written in.
protocol PageMarkup: Sendable {
  /// Writes what precedes the first campus.
  ///
  /// - Parameter campuses: all campuses of the document, in their order.
  func begin(_ campuses: [PageCampus], to text: inout TextBuffer)

  /// Writes what follows the last campus.
  func end(to text: inout TextBuffer)

  /// Writes what precedes the first table of a campus.
  ///
  /// - Parameter tables: the tables that follow.
  func begin(_ campus: PageCampus, _ tables: [PageTable], to text: inout TextBuffer)

  /// Writes what follows the last table of a campus: its sources.
  func end(_ campus: PageCampus, to text: inout TextBuffer)

  /// Writes what precedes the first row of a table, or of its first group.
  func begin(_ table: PageTable, of campus: PageCampus, to text: inout TextBuffer)

  func end(_ table: PageTable, to text: inout TextBuffer)

  /// Writes what precedes the first of the rows about places of a category.
  func begin(_ category: Category, in table: PageTable, of campus: PageCampus, to text: inout TextBuffer)

  func endCategory(in table: PageTable, to text: inout TextBuffer)

  // MARK: - Rows

  func add(_ alert: AlertListing, of campus: PageCampus, to text: inout TextBuffer)

  func add(_ event: EventListing, of campus: PageCampus, to text: inout TextBuffer)

  func addToday(_ place: PagePlace, of campus: PageCampus, to text: inout TextBuffer)

  func addWeek(_ place: PagePlace, of campus: PageCampus, to text: inout TextBuffer)

  /// Writes the row about special hours, of which the place has some.
  func addLater(_ place: PagePlace, of campus: PageCampus, to text: inout TextBuffer)
}

/// A table of a page, in the order in which a page has them.
enum PageTable: Sendable, Hashable, CaseIterable {
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
