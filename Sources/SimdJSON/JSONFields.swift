/// A view of the members of one object by key. It is fastest when keys are looked up in the order of the text, because the
/// records of a feed usually share one order. Any other order works too.
public struct JSONFields: ~Escapable {
  /// The object itself.
  public let value: JSONValue
  /// The tape index of the key to try first.
  @usableFromInline var position: Int

  @inlinable
  @_lifetime(copy object)
  init(of object: JSONValue) {
    position = object.index &+ 1
    value = object
  }

  /// Returns the member with a key, or nil if the object has none.
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

  /// The text as it was sent.
  ///
  /// - Throws: `missing` if the member is absent or null.
  public mutating func requiredText(_ key: StaticString) throws(JSONFieldError) -> String {
    guard let text = try text(key) else { throw missing(key) }
    return text
  }

  /// An exact integer; nil if the member is absent or null.
  ///
  /// - Throws: `number` for a fraction, an exponent, or a number beyond 64 bits.
  public mutating func integer(_ key: StaticString) throws(JSONFieldError) -> Int64? {
    guard let value = present(key) else { return nil }
    guard value.kind == .number else { throw value.fault(.type, "expected an integer, found \(value.kind)") }
    guard let integer = value.integer else { throw value.fault(.number, "expected an exact integer of 64 bits") }
    return integer
  }

  /// An exact integer.
  ///
  /// - Throws: `missing` if the member is absent or null, and as `integer(_:)`.
  public mutating func requiredInteger(_ key: StaticString) throws(JSONFieldError) -> Int64 {
    guard let integer = try integer(key) else { throw missing(key) }
    return integer
  }

  /// Any number, as the nearest double; nil if the member is absent or null.
  public mutating func double(_ key: StaticString) throws(JSONFieldError) -> Double? {
    guard let value = present(key) else { return nil }
    guard let double = value.double else { throw value.fault(.type, "expected a number, found \(value.kind)") }
    return double
  }

  /// A truth value; nil if the member is absent or null.
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
