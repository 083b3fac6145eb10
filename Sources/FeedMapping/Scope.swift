import FeedKit

/// The values that the rules of a mapping can read at one point of a reply: a record, a row of its hours, and the values around them.
struct Scope: ~Escapable {
  /// The innermost value, where pointers begin: the record, or a row within it.
  let value: JSONValue
  let record: JSONValue
  /// The group of the records: the value of the level above them; with one level, the reply.
  let group: JSONValue
  /// The key of the innermost value if it is a member of an object, or of the closest enclosing value that is one.
  let key: String?
  let context: ReadingContext
  /// All records that are one place together, of which `record` is the first; the record itself if there are no others.
  let joined: JSONValue
  private let isJoined: Bool
  /// The number of rows around the innermost value, and the rows themselves, the innermost first. Those that do not exist are the record.
  private let depth: Int
  private let row1: JSONValue
  private let row2: JSONValue
  private let row3: JSONValue
  private let row4: JSONValue

  /// - Parameter joined: an array of all records that are one place together; nil if there are no others.
  @_lifetime(copy record, copy group, copy joined)
  init(record: JSONValue, group: JSONValue, key: String?, _ context: ReadingContext, joined: JSONValue) {
    value = record
    self.record = record
    self.group = group
    self.key = key
    self.context = context
    self.joined = joined
    isJoined = true
    depth = 0
    (row1, row2, row3, row4) = (record, record, record, record)
  }

  @_lifetime(copy record, copy group)
  init(record: JSONValue, group: JSONValue, key: String?, _ context: ReadingContext) {
    value = record
    self.record = record
    self.group = group
    self.key = key
    self.context = context
    joined = record
    isJoined = false
    depth = 0
    (row1, row2, row3, row4) = (record, record, record, record)
  }

  @_lifetime(copy value, copy outer)
  private init(_ value: JSONValue, key: String?, in outer: borrowing Scope) {
    self.value = value
    self.key = key ?? outer.key
    record = outer.record
    group = outer.group
    context = outer.context
    joined = outer.joined
    isJoined = outer.isJoined
    depth = outer.depth + 1
    row1 = outer.value
    row2 = outer.row1
    row3 = outer.row2
    row4 = outer.row3
  }

  /// Whether this is the scope of a record that is joined with others, and not of one of its rows.
  var hasJoined: Bool { isJoined && depth == 0 }

  /// Returns the scope of a value inside this one.
  @_lifetime(copy value, copy self)
  func inner(_ value: JSONValue, key: String? = nil) -> Scope { Scope(value, key: key, in: self) }

  /// Returns the scope of another one of the joined records.
  @_lifetime(copy other, copy self)
  func with(_ other: JSONValue) -> Scope { Scope(record: other, group: group, key: key, context, joined: joined) }

  /// Returns the value at a path in the closest value around this one that has it: a row, the record, then the group. Nil if none has it.
  @_lifetime(copy self)
  func outer(_ path: JSONPath) -> JSONValue? {
    if depth > 0, let found = Self.find(path, in: row1) { return found }
    if depth > 1, let found = Self.find(path, in: row2) { return found }
    if depth > 2, let found = Self.find(path, in: row3) { return found }
    if depth > 3, let found = Self.find(path, in: row4) { return found }
    if depth > 4, let found = Self.find(path, in: record) { return found }
    return Self.find(path, in: group)
  }

  @_lifetime(copy value)
  private static func find(_ path: JSONPath, in value: JSONValue) -> JSONValue? {
    guard let found = value.value(at: path), !found.isNull else { return nil }
    return found
  }
}

extension JSONPath {
  /// Returns the value in a scope; nil if it is absent or null.
  @_lifetime(copy scope)
  func find(in scope: borrowing Scope) -> JSONValue? {
    guard let value = scope.value.value(at: self), !value.isNull else { return nil }
    return value
  }

  /// Returns why there is no value in a scope, such as a number instead of an object; nil if there is one, or it is only absent.
  func fault(in scope: borrowing Scope) -> JSONFieldError? {
    guard let value = scope.value.obstacle(to: self) else { return nil }
    return value.fault(.type, "expected an object, found \(value.kind)")
  }

  /// Returns the rows of an array or object in a scope; nil if it is absent or null.
  @_lifetime(copy scope)
  func rows(in scope: borrowing Scope) throws(JSONFieldError) -> Rows? {
    guard let list = find(in: scope) else { return nil }
    guard list.isArray || list.isObject else { throw list.fault(.type, "expected an array or an object, found \(list.kind)") }
    return Rows(list)
  }
}
