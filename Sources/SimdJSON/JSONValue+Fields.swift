/// Members by key and kind. Null counts as absent; another kind than asked for is an error.
extension JSONValue {
  /// The error that this value is wrong.
  public func fault(_ code: JSONFieldError.Code, _ message: String) -> JSONFieldError {
    JSONFieldError(code, at: pointer, message)
  }

  private func missing(_ key: StaticString) -> JSONFieldError { fault(.missing, "\"\(key)\" is missing") }

  @_lifetime(copy self)
  private func present(_ key: StaticString) -> JSONValue? {
    guard let value = self[key], !value.isNull else { return nil }
    return value
  }

  /// The text as it was sent.
  public func text(_ key: StaticString) throws(JSONFieldError) -> String? {
    guard let value = present(key) else { return nil }
    guard let text = value.string else { throw value.fault(.type, "expected text, found \(value.kind)") }
    return text
  }

  public func requiredText(_ key: StaticString) throws(JSONFieldError) -> String {
    guard let text = try text(key) else { throw missing(key) }
    return text
  }

  public func integer(_ key: StaticString) throws(JSONFieldError) -> Int64? {
    guard let value = present(key) else { return nil }
    guard value.kind == .number else { throw value.fault(.type, "expected an integer, found \(value.kind)") }
    guard let integer = value.integer else { throw value.fault(.number, "expected an exact integer of 64 bits") }
    return integer
  }

  public func requiredInteger(_ key: StaticString) throws(JSONFieldError) -> Int64 {
    guard let integer = try integer(key) else { throw missing(key) }
    return integer
  }

  public func double(_ key: StaticString) throws(JSONFieldError) -> Double? {
    guard let value = present(key) else { return nil }
    guard let double = value.double else { throw value.fault(.type, "expected a number, found \(value.kind)") }
    return double
  }

  public func flag(_ key: StaticString) throws(JSONFieldError) -> Bool? {
    guard let value = present(key) else { return nil }
    guard let flag = value.bool else { throw value.fault(.type, "expected true or false, found \(value.kind)") }
    return flag
  }

  @_lifetime(copy self)
  public func array(_ key: StaticString) throws(JSONFieldError) -> JSONValue? {
    guard let value = present(key) else { return nil }
    guard value.isArray else { throw value.fault(.type, "expected an array, found \(value.kind)") }
    return value
  }

  @_lifetime(copy self)
  public func requiredArray(_ key: StaticString) throws(JSONFieldError) -> JSONValue {
    guard let value = try array(key) else { throw missing(key) }
    return value
  }

  @_lifetime(copy self)
  public func object(_ key: StaticString) throws(JSONFieldError) -> JSONValue? {
    guard let value = present(key) else { return nil }
    guard value.isObject else { throw value.fault(.type, "expected an object, found \(value.kind)") }
    return value
  }

  @_lifetime(copy self)
  public func requiredObject(_ key: StaticString) throws(JSONFieldError) -> JSONValue {
    guard let value = try object(key) else { throw missing(key) }
    return value
  }

  /// The texts of an array member, as they were sent; none when it is absent.
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

  /// Refuses keys that are not listed.
  public func expectOnly(_ keys: [StaticString]) throws(JSONFieldError) {
    var members = members
    while let member = members.next() {
      if keys.contains(where: { key in key.utf8CodeUnitCount == member.key.utf8.count && "\(key)" == member.key }) { continue }
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
