/// The members of one object by key, quick when keys are asked for in the order in which they stand: the records of a feed
/// all have one order, and a reader can follow it. Any other order is right too.
public struct JSONFields: ~Escapable {
  /// The object itself.
  public let value: JSONValue
  /// Where on the tape the key stands that is tried first.
  @usableFromInline var position: Int

  @inlinable
  @_lifetime(copy object)
  init(of object: JSONValue) {
    position = object.index &+ 1
    value = object
  }

  /// The member with a key; nil when there is none.
  @inlinable
  @inline(__always)
  @_lifetime(copy self)
  public mutating func member(_ key: StaticString) -> JSONValue? {
    var found = position &+ 1
    if !value.isObject || !value.isKey(key, at: position) {
      guard let other = value.indexOfMember(key.bytes, startingAt: position) else { return nil }
      found = other
    }
    position = Tape.next(after: found, value.tape)
    return JSONValue(at: found, like: value)
  }

  /// Goes past a member that the reader does not want, if it is the one that stands next: a hint, never needed.
  @inlinable
  @inline(__always)
  public mutating func pass(_ key: StaticString) {
    if value.isObject, value.isKey(key, at: position) { position = Tape.next(after: position &+ 1, value.tape) }
  }
}

/// Members by key and kind. Null counts as absent; another kind than asked for is an error.
extension JSONFields {
  private func missing(_ key: StaticString) -> JSONFieldError { value.fault(.missing, "\"\(key)\" is missing") }

  @_lifetime(copy self)
  private mutating func present(_ key: StaticString) -> JSONValue? {
    guard let value = member(key), !value.isNull else { return nil }
    return value
  }

  /// The text as it was sent.
  public mutating func text(_ key: StaticString) throws(JSONFieldError) -> String? {
    guard let value = present(key) else { return nil }
    guard let text = value.string else { throw value.fault(.type, "expected text, found \(value.kind)") }
    return text
  }

  public mutating func requiredText(_ key: StaticString) throws(JSONFieldError) -> String {
    guard let text = try text(key) else { throw missing(key) }
    return text
  }

  public mutating func integer(_ key: StaticString) throws(JSONFieldError) -> Int64? {
    guard let value = present(key) else { return nil }
    guard value.kind == .number else { throw value.fault(.type, "expected an integer, found \(value.kind)") }
    guard let integer = value.integer else { throw value.fault(.number, "expected an exact integer of 64 bits") }
    return integer
  }

  public mutating func requiredInteger(_ key: StaticString) throws(JSONFieldError) -> Int64 {
    guard let integer = try integer(key) else { throw missing(key) }
    return integer
  }

  public mutating func double(_ key: StaticString) throws(JSONFieldError) -> Double? {
    guard let value = present(key) else { return nil }
    guard let double = value.double else { throw value.fault(.type, "expected a number, found \(value.kind)") }
    return double
  }

  public mutating func flag(_ key: StaticString) throws(JSONFieldError) -> Bool? {
    guard let value = present(key) else { return nil }
    guard let flag = value.bool else { throw value.fault(.type, "expected true or false, found \(value.kind)") }
    return flag
  }

  @_lifetime(copy self)
  public mutating func array(_ key: StaticString) throws(JSONFieldError) -> JSONValue? {
    guard let value = present(key) else { return nil }
    guard value.isArray else { throw value.fault(.type, "expected an array, found \(value.kind)") }
    return value
  }

  @_lifetime(copy self)
  public mutating func requiredArray(_ key: StaticString) throws(JSONFieldError) -> JSONValue {
    guard let value = try array(key) else { throw missing(key) }
    return value
  }

  @_lifetime(copy self)
  public mutating func object(_ key: StaticString) throws(JSONFieldError) -> JSONValue? {
    guard let value = present(key) else { return nil }
    guard value.isObject else { throw value.fault(.type, "expected an object, found \(value.kind)") }
    return value
  }

  @_lifetime(copy self)
  public mutating func requiredObject(_ key: StaticString) throws(JSONFieldError) -> JSONValue {
    guard let value = try object(key) else { throw missing(key) }
    return value
  }
}
