import Basics

/// A JSON Pointer (RFC 6901), prepared so that values can be found in many documents.
public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
  /// A reference token: the key of a member, and the index of an element if the token is one.
  struct Step: Sendable, Hashable {
    let key: [UInt8]
    let index: Int?
  }

  /// The pointer as it was written.
  public let description: String
  let steps: [Step]

  /// Parses a pointer: empty for the whole value, or tokens that each begin with "/". Nil for any other text, and for a `~` that is
  /// followed by neither 0 nor 1.
  public init?(_ pointer: String) {
    guard pointer.isEmpty || pointer.utf8.first == UInt8(ascii: "/"),
      !pointer.replacing("~0", with: "").replacing("~1", with: "").contains("~")
    else { return nil }
    description = pointer
    steps = JSONPointer.tokens(pointer).map { Step(key: Array($0.utf8), index: Self.index($0)) }
  }

  /// Returns the index that a token means: digits without a leading zero.
  private static func index(_ token: String) -> Int? {
    guard token.utf8.count <= 9, token == "0" || token.first != "0", token.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(token)
  }
}

extension JSONValue {
  /// Returns the value that a pointer names, starting at this one; nil if there is none.
  @_lifetime(copy self)
  public func value(at path: JSONPath) -> JSONValue? {
    var position = index
    // Spans, because copies of steps and keys would be counted.
    let steps = path.steps.span
    for number in steps.indices {
      let value = JSONValue(at: position, like: self)
      if value.isObject {
        guard let found = steps[number].key.span.withUnsafeBufferPointer({ value.indexOfMember($0) }) else { return nil }
        position = found
      } else {
        guard let index = steps[number].index, let found = value.indexOfElement(index) else { return nil }
        position = found
      }
    }
    return JSONValue(at: position, like: self)
  }

  /// Returns the value because of which a pointer names nothing, starting at this one: a text, number or truth value that has members in other
  /// replies, or an array instead of an object. Nil if a member is only absent, or instead of it there is null, false or an empty text.
  @_lifetime(copy self)
  package func obstacle(to path: JSONPath) -> JSONValue? {
    var position = index
    for step in path.steps {
      let value = JSONValue(at: position, like: self)
      if value.isObject {
        guard let found = step.key.span.withUnsafeBufferPointer({ value.indexOfMember($0) }) else { return nil }
        position = found
      } else if value.isArray {
        guard let index = step.index else { return value.count == 0 ? nil : value }
        guard let found = value.indexOfElement(index) else { return nil }
        position = found
      } else {
        return value.isNull || value.bool == false || value.string?.isEmpty == true ? nil : value
      }
    }
    return nil
  }

  /// Returns the tape index of an element of an array.
  private func indexOfElement(_ number: Int) -> Int? {
    guard tag == Tape.array else { return nil }
    let end = Tape.end(tape[index]) - 1
    var position = index + 1
    for _ in 0..<number where position < end { position = Tape.next(after: position, tape) }
    return position < end ? position : nil
  }
}
