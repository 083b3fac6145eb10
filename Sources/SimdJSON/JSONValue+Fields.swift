/// Typed access to members. Null counts as absent. A value of another type throws `JSONFieldError.Code.type`.
///
/// To read several members, use `fields`, which is faster.
extension JSONValue {
  /// Returns an error about this value, with its pointer.
  public func fault(_ code: JSONFieldError.Code, _ message: String) -> JSONFieldError {
    JSONFieldError(code, at: pointer, message)
  }

  /// Returns a string member as it was sent; nil if it is absent or null.
  public func text(_ key: StaticString) throws(JSONFieldError) -> String? {
    var fields = fields
    return try fields.text(key)
  }

  /// Returns a string member as it was sent.
  ///
  /// - Throws: `missing` if the member is absent or null.
  public func requiredText(_ key: StaticString) throws(JSONFieldError) -> String {
    var fields = fields
    return try fields.requiredText(key)
  }

  /// Returns an integer member; nil if it is absent or null.
  ///
  /// - Throws: `number` for a fraction, an exponent, or a number beyond 64 bits.
  public func integer(_ key: StaticString) throws(JSONFieldError) -> Int64? {
    var fields = fields
    return try fields.integer(key)
  }

  /// Returns an integer member.
  ///
  /// - Throws: `missing` if the member is absent or null, or as `integer(_:)` does.
  public func requiredInteger(_ key: StaticString) throws(JSONFieldError) -> Int64 {
    var fields = fields
    return try fields.requiredInteger(key)
  }

  /// Returns a number member as the nearest double; nil if it is absent or null.
  public func double(_ key: StaticString) throws(JSONFieldError) -> Double? {
    var fields = fields
    return try fields.double(key)
  }

  /// Returns a Boolean member; nil if it is absent or null.
  public func flag(_ key: StaticString) throws(JSONFieldError) -> Bool? {
    var fields = fields
    return try fields.flag(key)
  }

  /// Returns an array member; nil if it is absent or null.
  @_lifetime(copy self)
  public func array(_ key: StaticString) throws(JSONFieldError) -> JSONValue? {
    var fields = fields
    return try fields.array(key)
  }

  /// Returns an array member.
  ///
  /// - Throws: `missing` if the member is absent or null.
  @_lifetime(copy self)
  public func requiredArray(_ key: StaticString) throws(JSONFieldError) -> JSONValue {
    var fields = fields
    return try fields.requiredArray(key)
  }

  /// Returns an object member; nil if it is absent or null.
  @_lifetime(copy self)
  public func object(_ key: StaticString) throws(JSONFieldError) -> JSONValue? {
    var fields = fields
    return try fields.object(key)
  }

  /// Returns an object member.
  ///
  /// - Throws: `missing` if the member is absent or null.
  @_lifetime(copy self)
  public func requiredObject(_ key: StaticString) throws(JSONFieldError) -> JSONValue {
    var fields = fields
    return try fields.requiredObject(key)
  }

  /// Returns the strings of an array member as they were sent; an empty array if the member is absent or null.
  public func texts(_ key: StaticString) throws(JSONFieldError) -> [String] {
    guard let list = try array(key) else { return [] }
    var texts: [String] = []
    var elements = list.elements
    while let element = elements.next() {
      guard let text = element.string else { throw element.fault(.type, "expected text, found \(element.kind)") }
      texts.append(text)
    }
    return texts
  }

  /// Checks that the object has no keys other than the ones listed. Fastest when the members are in the order of the list.
  ///
  /// - Throws: `unknownKey` for the first key that is not listed.
  public func expectOnly(_ keys: [StaticString]) throws(JSONFieldError) {
    var members = members
    var expected = 0
    while let member = members.next() {
      while expected < keys.count, !member.isKey(keys[expected]) { expected += 1 }
      if expected == keys.count { expected = keys.firstIndex { member.isKey($0) } ?? keys.count }
      if expected < keys.count {
        expected += 1
        continue
      }
      let known = keys.map { "\"\($0)\"" }.joined(separator: ", ")
      throw member.value.fault(.unknownKey, "unknown key \"\(member.key)\"; known are \(known)")
    }
  }
}

extension JSONValue.Kind: CustomStringConvertible {
  public var description: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "text"
    case .number: "a number"
    case .true, .false: "a truth value"
    case .null: "null"
    }
  }
}
