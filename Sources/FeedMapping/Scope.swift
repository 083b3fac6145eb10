import FeedKit

/// The values that the rules of a mapping can read at one point of a reply: a record, a row of its hours, and the values around them.
struct Scope: ~Escapable {
  /// The innermost value, where pointers begin: the record, or a row within it.
  let value: JSONValue
  let record: JSONValue
  /// The group of the records: the value of the level above them. With one level, it is the reply, which no rule reads.
  let group: JSONValue
  /// The key of the innermost value if it is a member of an object, or of the closest enclosing value that is one.
  let key: String?

  @_lifetime(copy record, copy group)
  init(record: JSONValue, group: JSONValue, key: String?) {
    value = record
    self.record = record
    self.group = group
    self.key = key
  }

  @_lifetime(copy value, copy outer)
  private init(_ value: JSONValue, key: String?, in outer: borrowing Scope) {
    self.value = value
    self.key = key ?? outer.key
    record = outer.record
    group = outer.group
  }

  /// Returns the scope of a value inside this one.
  @_lifetime(copy value, copy self)
  func inner(_ value: JSONValue, key: String? = nil) -> Scope { Scope(value, key: key, in: self) }
}

extension JSONPath {
  /// Returns the value in a scope; nil if it is absent or null.
  @_lifetime(copy scope)
  func find(in scope: borrowing Scope) -> JSONValue? {
    guard let value = scope.value.value(at: self), !value.isNull else { return nil }
    return value
  }

  /// Returns the rows of an array or object in a scope; nil if it is absent or null.
  @_lifetime(copy scope)
  func rows(in scope: borrowing Scope) throws(JSONFieldError) -> Rows? {
    guard let list = find(in: scope) else { return nil }
    guard list.isArray || list.isObject else { throw list.fault(.type, "expected an array or an object, found \(list.kind)") }
    return Rows(list)
  }
}
