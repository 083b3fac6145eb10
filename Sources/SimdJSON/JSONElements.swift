/// An iterator over the elements of an array.
public struct JSONElements: ~Escapable {
  @usableFromInline var current: JSONValue
  @usableFromInline let end: Int
  /// The zero-based index of the element that `next()` will return.
  public var index: Int { given }
  @usableFromInline var given = 0

  @_lifetime(copy array)
  init(of array: JSONValue) {
    end = array.tag == Tape.array ? Tape.end(array.tape[array.index]) - 1 : 0
    current = JSONValue(at: array.index + 1, like: array)
  }

  /// Returns the next element, or nil after the last one.
  @inlinable
  @_lifetime(copy self)
  public mutating func next() -> JSONValue? {
    guard current.index < end else { return nil }
    let value = current
    current = JSONValue(at: Tape.next(after: value.index, value.tape), like: value)
    given &+= 1
    return value
  }
}

/// An iterator over the members of an object, in the order of the text.
///
///     var members = value.members
///     while let member = members.next() { print(member.key, member.value.kind) }
public struct JSONMembers: ~Escapable {
  private var current: JSONValue
  private let end: Int

  @_lifetime(copy object)
  init(of object: JSONValue) {
    end = object.tag == Tape.object ? Tape.end(object.tape[object.index]) - 1 : 0
    current = JSONValue(at: object.index + 1, like: object)
  }

  /// Returns the next member, or nil after the last one.
  @_lifetime(copy self)
  public mutating func next() -> JSONMember? {
    guard current.index < end else { return nil }
    let member = JSONMember(key: current)
    current = JSONValue(at: Tape.next(after: current.index + 1, current.tape), like: current)
    return member
  }
}

/// A member of an object: a key and its value.
public struct JSONMember: ~Escapable {
  private let keyValue: JSONValue

  @_lifetime(copy key)
  init(key: JSONValue) { keyValue = key }

  /// The key, with escapes resolved.
  public var key: String { keyValue.string ?? "" }

  public var value: JSONValue {
    @_lifetime(copy self)
    get { JSONValue(at: keyValue.index + 1, like: keyValue) }
  }

  /// Returns whether the key has exactly these bytes, without allocating.
  public func isKey(_ key: StaticString) -> Bool { keyValue.isString(key) }
}
