import Basics

/// Typed access to members, as by the functions of `JSONFields`. To read several members, use `fields`, which is faster.
extension JSONValue {
  /// Returns an error about this value, with its pointer.
  public func fault(_ code: JSONFieldError.Code, _ message: String) -> JSONFieldError {
    JSONFieldError(code, at: pointer, message)
  }

  func missing(_ key: StaticString) -> JSONFieldError { fault(.missing, "\"\(key)\" is missing") }

  @_lifetime(copy self)
  private func present(_ key: StaticString) -> JSONValue? {
    guard let value = self[key], !value.isNull else { return nil }
    return value
  }

  @_lifetime(copy self)
  private func required(_ key: StaticString) throws(JSONFieldError) -> JSONValue {
    guard let value = present(key) else { throw missing(key) }
    return value
  }

  public func text(_ key: StaticString) throws(JSONFieldError) -> String? { try present(key)?.asText() }
  public func requiredText(_ key: StaticString) throws(JSONFieldError) -> String { try required(key).asText() }

  public func integer(_ key: StaticString) throws(JSONFieldError) -> Int64? { try present(key)?.asInteger() }
  public func requiredInteger(_ key: StaticString) throws(JSONFieldError) -> Int64 { try required(key).asInteger() }

  public func double(_ key: StaticString) throws(JSONFieldError) -> Double? { try present(key)?.asDouble() }

  public func flag(_ key: StaticString) throws(JSONFieldError) -> Bool? { try present(key)?.asFlag() }

  @_lifetime(copy self)
  public func array(_ key: StaticString) throws(JSONFieldError) -> JSONValue? { try present(key)?.asArray() }
  @_lifetime(copy self)
  public func requiredArray(_ key: StaticString) throws(JSONFieldError) -> JSONValue { try required(key).asArray() }

  @_lifetime(copy self)
  public func object(_ key: StaticString) throws(JSONFieldError) -> JSONValue? { try present(key)?.asObject() }
  @_lifetime(copy self)
  public func requiredObject(_ key: StaticString) throws(JSONFieldError) -> JSONValue { try required(key).asObject() }

  /// Returns the strings of an array member as they were sent; an empty array if the member is absent or null.
  public func texts(_ key: StaticString) throws(JSONFieldError) -> [String] {
    guard let list = try array(key) else { return [] }
    var texts: [String] = []
    var elements = list.elements
    while let element = elements.next() { texts.append(try element.asText()) }
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
      if let near = SpellingSuggestion.of(member.key, among: keys.map { "\($0)" }) {
        throw member.value.fault(.unknownKey, "unknown key \"\(member.key)\"; did you mean \"\(near)\"? The keys are \(known)")
      }
      throw member.value.fault(.unknownKey, "unknown key \"\(member.key)\"; use one of \(known)")
    }
  }
}

// MARK: - Expectations

extension JSONValue {
  @inline(__always)
  func asText() throws(JSONFieldError) -> String {
    guard let string else { throw unexpected("text") }
    return string
  }

  func asInteger() throws(JSONFieldError) -> Int64 {
    guard kind == .number else { throw unexpected("an integer") }
    guard let integer else { throw fault(.number, "expected an exact 64-bit integer") }
    return integer
  }

  func asDouble() throws(JSONFieldError) -> Double {
    guard let double else { throw unexpected("a number") }
    return double
  }

  func asFlag() throws(JSONFieldError) -> Bool {
    guard let bool else { throw unexpected("true or false") }
    return bool
  }

  @_lifetime(copy self)
  func asArray() throws(JSONFieldError) -> JSONValue {
    guard isArray else { throw unexpected("an array") }
    return self
  }

  @_lifetime(copy self)
  func asObject() throws(JSONFieldError) -> JSONValue {
    guard isObject else { throw unexpected("an object") }
    return self
  }

  private func unexpected(_ expected: String) -> JSONFieldError { fault(.type, "expected \(expected), found \(kind)") }
}

extension JSONValue.Kind: CustomStringConvertible {
  public var description: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "text"
    case .number: "a number"
    case .true, .false: "true or false"
    case .null: "null"
    }
  }
}
