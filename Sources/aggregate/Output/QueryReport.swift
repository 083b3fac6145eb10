import CatalogExport
import CampusCatalog
import CatalogQuery
import CatalogSession
import OpeningHours

/// Prints the answers to queries on an open catalog.
struct QueryReport {
  let session: CatalogSession
  /// Degraded if a feed is stale or absent.
  let status: ExitStatus
  let format: ListFormat
  let favorites: FavoritesFile
  let terminal: Terminal

  var rule: StatusRule { session.rule }

  /// A JSON document of entries with the time in question.
  func document(total: Int) -> EntryListWriter { EntryListWriter(at: session.moment, in: session.zone, total: total) }

  /// Prints places as text or JSON.
  ///
  /// - Parameter nothing: the message if there are none.
  func print(_ answer: QueryResults<PlaceListing>, nothing: @autoclosure () -> String) throws(Failure) {
    if format == .json {
      var document = document(total: answer.total)
      for listing in answer.items {
        document.add(listing)
        try document.flush(Console.write)
      }
      return try Console.write(document.finish())
    }
    guard answer.total > 0 else { return Console.error(nothing()) }
    let lines = answer.items.isEmpty ? [] : Table.lines(of: answer.items, on: terminal)
    try print(lines, shown: answer.items.count, of: answer.total)
  }

  /// Prints lines for people.
  func print(_ lines: [String]) throws(Failure) {
    var text = ""
    for line in lines {
      text += line
      text += "\n"
    }
    try Console.write(text)
  }

  /// Prints lines, and how many more there are.
  func print(_ lines: [String], shown: Int, of total: Int) throws(Failure) {
    try print(lines + (shown < total ? [terminal.text("… and \(total - shown) more, \(total) in all", .faint)] : []))
  }

  /// Ends a command whose answer was printed.
  func end() throws(Failure) {
    if status != .delivered { throw Failure(status) }
  }
}
