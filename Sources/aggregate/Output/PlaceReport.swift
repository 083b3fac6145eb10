import CatalogQuery

/// The answer to a question about places, as text or JSON.
struct PlaceReport {
  let question: Question
  let answer: Answer<PlaceListing>
  let format: ListFormat

  /// - Parameter nothing: what to tell people when the list is empty.
  func print(nothing: String) throws(Failure) {
    if format == .json {
      var document = question.document(total: answer.total)
      for listing in answer.items { document.add(listing) }
      return try Console.write(document.finish())
    }
    guard answer.total > 0 else { return Console.error(nothing) }
    let lines = answer.items.isEmpty ? [] : PlaceTable(answer.items).lines(on: question.terminal)
    try question.print(lines, shown: answer.items.count, of: answer.total)
  }
}
