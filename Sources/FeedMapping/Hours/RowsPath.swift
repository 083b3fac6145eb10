import FeedKit

/// The location of the rows of hours: the JSON Pointer of an array or object, or, for nested lists, a list of pointers from the outermost.
struct RowsPath: Sendable, Hashable {
  /// The maximum number of rows of hours in a record.
  static let maximumRows = 1000

  private let paths: [JSONPath]

  init(reading value: JSONValue) throws(JSONFieldError) {
    paths = try value.asList { (path) throws(JSONFieldError) in try path.path() }
    guard paths.count <= 4 else { throw value.fault(.value, "more than four levels of lists") }
  }

  /// Calls a function for each row. The number of rows is limited, so that a hostile record costs no more than its size.
  ///
  /// - Returns: whether there is a list.
  /// - Throws: errors of the function, and an error for more than `maximum` rows.
  func forEach(
    in scope: borrowing Scope, maximum: Int = maximumRows, _ body: (borrowing Scope) throws(JSONFieldError) -> Void
  ) throws(JSONFieldError) -> Bool {
    var count = 0
    return try walk(paths[...], in: scope) { (row) throws(JSONFieldError) in
      count += 1
      guard count <= maximum else { throw row.record.fault(.value, "more than \(maximum) rows of hours") }
      try body(row)
    }
  }

  private func walk(
    _ paths: ArraySlice<JSONPath>, in scope: borrowing Scope, _ body: (borrowing Scope) throws(JSONFieldError) -> Void
  ) throws(JSONFieldError) -> Bool {
    guard let path = paths.first else {
      try body(scope)
      return true
    }
    guard var rows = try path.rows(in: scope) else { return false }
    while let row = rows.next() { _ = try walk(paths.dropFirst(), in: scope.inner(row, key: rows.key), body) }
    return true
  }
}
