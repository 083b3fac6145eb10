/// A cursor that looks up the members of an object by key.
///
/// Keys may be looked up in any order. A lookup is fastest when the key follows the one looked up before it in the text: the records
/// of a feed usually share one order, so read fields in that order.
///
///     var fields = record.fields
///     let name = try fields.text("name")
///     let capacity = try fields.integer("capacity")
public struct JSONFields: ~Escapable {
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
///
/// The functions whose names begin with `required` throw `missing` if the member is absent; the others return nil.
extension JSONFields {
  @_lifetime(copy self)
  private mutating func present(_ key: StaticString) -> JSONValue? {
    guard let value = member(key), !value.isNull else { return nil }
    return value
  }

  /// Returns a string member as it was sent.
  public mutating func text(_ key: StaticString) throws(JSONFieldError) -> String? { try present(key)?.asText() }

  /// Returns an integer member.
  ///
  /// - Throws: `number` for a fraction, an exponent, or a number beyond 64 bits.
  public mutating func integer(_ key: StaticString) throws(JSONFieldError) -> Int64? { try present(key)?.asInteger() }
  public mutating func requiredInteger(_ key: StaticString) throws(JSONFieldError) -> Int64 {
    guard let value = try integer(key) else { throw value.missing(key) }
    return value
  }

  /// Returns a Boolean member.
  public mutating func flag(_ key: StaticString) throws(JSONFieldError) -> Bool? { try present(key)?.asFlag() }

  /// Returns an array member.
  @_lifetime(copy self)
  public mutating func array(_ key: StaticString) throws(JSONFieldError) -> JSONValue? { try present(key)?.asArray() }

  /// Returns an object member.
  @_lifetime(copy self)
  public mutating func object(_ key: StaticString) throws(JSONFieldError) -> JSONValue? { try present(key)?.asObject() }
}
