/// A cursor that looks up the members of an object by key.
///
/// Keys may be looked up in any order. A lookup is fastest when the key follows the one looked up before it in the text: the records
/// of a feed usually share one order, so read fields in that order.
///
///     var fields = record.fields
///     let name = try fields.requiredText("name")
///     let capacity = try fields.integer("capacity")
public struct JSONFields: ~Escapable {
  /// The object.
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

// MARK: - Typed access

/// Typed access to members. Null counts as absent. A value of another type throws `JSONFieldError.Code.type`.
extension JSONFields {
  private func missing(_ key: StaticString) -> JSONFieldError { value.fault(.missing, "\"\(key)\" is missing") }

  /// Returns a member; nil if it is absent or null.
  @_lifetime(copy self)
  private mutating func present(_ key: StaticString) -> JSONValue? {
    guard let value = member(key), !value.isNull else { return nil }
    return value
  }

  /// Returns a string member as it was sent; nil if it is absent or null.
  public mutating func text(_ key: StaticString) throws(JSONFieldError) -> String? {
    guard let value = present(key) else { return nil }
    guard let text = value.string else { throw value.fault(.type, "expected text, found \(value.kind)") }
    return text
  }

  /// Returns a string member as it was sent.
  ///
  /// - Throws: `missing` if the member is absent or null.
  public mutating func requiredText(_ key: StaticString) throws(JSONFieldError) -> String {
    guard let text = try text(key) else { throw missing(key) }
    return text
  }

  /// Returns an integer member; nil if it is absent or null.
  ///
  /// - Throws: `number` for a fraction, an exponent, or a number beyond 64 bits.
  public mutating func integer(_ key: StaticString) throws(JSONFieldError) -> Int64? {
    guard let value = present(key) else { return nil }
    guard value.kind == .number else { throw value.fault(.type, "expected an integer, found \(value.kind)") }
    guard let integer = value.integer else { throw value.fault(.number, "expected an exact integer of 64 bits") }
    return integer
  }

  /// Returns an integer member.
  ///
  /// - Throws: `missing` if the member is absent or null, or as `integer(_:)` does.
  public mutating func requiredInteger(_ key: StaticString) throws(JSONFieldError) -> Int64 {
    guard let integer = try integer(key) else { throw missing(key) }
    return integer
  }

  /// Returns a number member as the nearest double; nil if it is absent or null.
  public mutating func double(_ key: StaticString) throws(JSONFieldError) -> Double? {
    guard let value = present(key) else { return nil }
    guard let double = value.double else { throw value.fault(.type, "expected a number, found \(value.kind)") }
    return double
  }

  /// Returns a Boolean member; nil if it is absent or null.
  public mutating func flag(_ key: StaticString) throws(JSONFieldError) -> Bool? {
    guard let value = present(key) else { return nil }
    guard let flag = value.bool else { throw value.fault(.type, "expected true or false, found \(value.kind)") }
    return flag
  }

  /// Returns an array member; nil if it is absent or null.
  @_lifetime(copy self)
  public mutating func array(_ key: StaticString) throws(JSONFieldError) -> JSONValue? {
    guard let value = present(key) else { return nil }
    guard value.isArray else { throw value.fault(.type, "expected an array, found \(value.kind)") }
    return value
  }

  /// Returns an array member.
  ///
  /// - Throws: `missing` if the member is absent or null.
  @_lifetime(copy self)
  public mutating func requiredArray(_ key: StaticString) throws(JSONFieldError) -> JSONValue {
    guard let value = try array(key) else { throw missing(key) }
    return value
  }

  /// Returns an object member; nil if it is absent or null.
  @_lifetime(copy self)
  public mutating func object(_ key: StaticString) throws(JSONFieldError) -> JSONValue? {
    guard let value = present(key) else { return nil }
    guard value.isObject else { throw value.fault(.type, "expected an object, found \(value.kind)") }
    return value
  }

  /// Returns an object member.
  ///
  /// - Throws: `missing` if the member is absent or null.
  @_lifetime(copy self)
  public mutating func requiredObject(_ key: StaticString) throws(JSONFieldError) -> JSONValue {
    guard let value = try object(key) else { throw missing(key) }
    return value
  }
}
