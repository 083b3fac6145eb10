import FeedKit

/// The location of rows, such as those of hours, in all records that are joined: the JSON Pointer of an array or object, or, for nested lists, a list of
/// pointers from the outermost.
/// `{"one": "/today"}` is a value that is one row itself, of any form; `{"one": ""}` is the record.
struct RowsPath: Sendable, Hashable {
  /// The maximum number of rows of hours in a record.
  static let maximumRows = 1000

  private enum Level: Hashable {
    case list(JSONPath)
    case one(JSONPath)
  }

  private let paths: [Level]

  /// The record itself, as one row.
  static let record = RowsPath(paths: [])

  private init(paths: [Level]) { self.paths = paths }

  init(reading value: JSONValue) throws(JSONFieldError) {
    paths = try value.asList { (level) throws(JSONFieldError) -> Level in
      guard level.isObject else { return .list(try level.path()) }
      try level.expectOnly(["one"])
      return .one(try level.requiredPath("one"))
    }
    guard paths.count <= 4 else { throw value.fault(.value, "more than four levels of lists") }
  }

  /// Calls a function for each row. The number of rows is limited, so that a hostile record costs no more than its size.
  ///
  /// - Parameter fail: called for each value that has no rows, because it is a text or a number.
  /// - Returns: whether there is a list.
  /// - Throws: errors of the function, and an error for more than `maximum` rows.
  func forEach(
    in scope: borrowing Scope, maximum: Int = maximumRows, failing fail: (JSONFieldError) -> Void = { _ in },
    _ body: (borrowing Scope) throws(JSONFieldError) -> Void
  ) throws(JSONFieldError) -> Bool {
    var count = 0
    func walk(_ scope: borrowing Scope) throws(JSONFieldError) -> Bool {
      try self.walk(paths[...], in: scope, failing: fail) { (row) throws(JSONFieldError) in
        count += 1
        guard count <= maximum else { throw row.record.fault(.value, "more than \(maximum) rows of hours") }
        try body(row)
      }
    }
    guard scope.hasJoined else { return try walk(scope) }
    var isListed = false
    var records = scope.joined.elements
    while let record = records.next()?.anchored { if try walk(scope.with(record)) { isListed = true } }
    return isListed
  }

  private func walk(
    _ paths: ArraySlice<Level>, in scope: borrowing Scope, failing fail: (JSONFieldError) -> Void,
    _ body: (borrowing Scope) throws(JSONFieldError) -> Void
  ) throws(JSONFieldError) -> Bool {
    switch paths.first {
    case nil:
      try body(scope)
      return true
    case .one(let path):
      guard let row = path.find(in: scope) else { return Self.isMissing(path, in: scope, fail) }
      return try walk(paths.dropFirst(), in: scope.inner(row), failing: fail, body)
    case .list(let path):
      guard var rows = try path.rows(in: scope) else { return Self.isMissing(path, in: scope, fail) }
      while let row = rows.next() { _ = try walk(paths.dropFirst(), in: scope.inner(row, key: rows.key), failing: fail, body) }
      return true
    }
  }

  /// Reports why there is no value at a path, unless it is only absent, and returns false.
  private static func isMissing(_ path: JSONPath, in scope: borrowing Scope, _ fail: (JSONFieldError) -> Void) -> Bool {
    if let fault = path.fault(in: scope) {
      let isList = scope.value.obstacle(to: path)?.isArray == true
      fail(
        isList
          ? JSONFieldError(
            fault.code, at: fault.pointer,
            "\(fault.message); write a list of pointers for lists in lists, as in [\"/counters\", \"/dishes\"]") : fault)
    }
    return false
  }
}
