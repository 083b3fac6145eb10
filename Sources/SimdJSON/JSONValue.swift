import Basics

/// A view of one value in a `JSONDocument`. It copies nothing and cannot outlive its document.
public struct JSONValue: ~Escapable {
  /// The seven kinds of JSON values.
  public enum Kind: Sendable, Hashable { case object, array, string, number, `true`, `false`, null }

  // Not private, because inlinable functions use them.
  @usableFromInline let tape: UnsafePointer<UInt64>
  @usableFromInline let strings: UnsafePointer<UInt8>
  @usableFromInline let index: Int
  /// The tape index that `pointer` is relative to.
  @usableFromInline var anchor: Int

  @inline(__always)
  @_lifetime(borrow owner)
  init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, index: Int, owner: borrowing JSONDocument) {
    self.tape = tape
    self.strings = strings
    self.index = index
    anchor = index
  }

  /// The value at another index of the same tape.
  @inlinable
  @inline(__always)
  @_lifetime(copy other)
  init(at index: Int, like other: JSONValue) {
    self.tape = other.tape
    self.strings = other.strings
    self.index = index
    self.anchor = other.anchor
  }

  @inlinable
  @inline(__always)
  var tag: UInt8 { Tape.tag(tape[index]) }

  public var kind: Kind {
    switch tag {
    case Tape.object: .object
    case Tape.array: .array
    case Tape.string: .string
    case Tape.integer, Tape.unsigned, Tape.double: .number
    case Tape.yes: .true
    case Tape.no: .false
    default: .null
    }
  }

  @inlinable public var isObject: Bool { tag == Tape.object }
  @inlinable public var isArray: Bool { tag == Tape.array }
  @inlinable public var isNull: Bool { tag == Tape.null }

  /// The JSON Pointer (RFC 6901) of this value in its document or, if it was reached from an `anchored` value, relative to that value.
  ///
  /// Found by searching the document, so use it for error messages only.
  public var pointer: String { JSONPointer.of(index, from: anchor, tape: tape, strings: strings) }

  /// The same value, as the root of the pointers of all values reached from it.
  ///
  /// Anchor the records of a long list, so that finding a pointer within a record does not search the whole list.
  public var anchored: JSONValue {
    @_lifetime(copy self)
    get {
      var value = self
      value.anchor = index
      return value
    }
  }
}

// MARK: - Scalars

extension JSONValue {
  /// The text of a string, with escapes resolved; nil for other kinds.
  public var string: String? {
    guard let utf8 else { return nil }
    // The parser validated the text as UTF-8, and the document validated its escapes.
    return unsafe String(copying: UTF8Span(unchecked: utf8, isKnownASCII: Tape.isASCII(Tape.text(tape[index], strings))))
  }

  /// The UTF-8 bytes of a string, with escapes resolved; nil for other kinds. Not a copy.
  public var utf8: Span<UInt8>? {
    @inlinable
    @_lifetime(copy self)
    get {
      guard tag == Tape.string else { return nil }
      let span = Span(_unsafeElements: Tape.text(tape[index], strings))
      return _overrideLifetime(span, copying: self)
    }
  }

  /// Returns whether this is a string with exactly these bytes.
  public func isString(_ text: StaticString) -> Bool {
    tag == Tape.string && Tape.equal(Tape.text(tape[index], strings), text.bytes)
  }

  /// The value of `true` or `false`; nil for other kinds.
  public var bool: Bool? {
    switch tag {
    case Tape.yes: true
    case Tape.no: false
    default: nil
    }
  }

  /// The value of a number that is written without fraction and exponent and fits in `Int64`; nil otherwise. Never rounded: `1.0` is nil.
  @inlinable public var integer: Int64? {
    guard tag == Tape.integer else { return nil }
    return Int64(bitPattern: tape[index + 1])
  }

  /// The value of any number as the nearest double; nil for other kinds.
  public var double: Double? {
    switch tag {
    case Tape.double: Double(bitPattern: tape[index + 1])
    case Tape.integer: Double(Int64(bitPattern: tape[index + 1]))
    case Tape.unsigned: Double(tape[index + 1])
    default: nil
    }
  }

  /// The value of an integer that fits in `UInt64` but not in `Int64`; nil otherwise.
  public var unsigned: UInt64? { tag == Tape.unsigned ? tape[index + 1] : nil }
}

// MARK: - Containers

extension JSONValue {
  /// The number of elements or members; 0 for scalars. Linear in that number.
  public var count: Int {
    guard tag == Tape.object || tag == Tape.array else { return 0 }
    let end = Tape.end(tape[index]) - 1
    var (count, position) = (0, index + 1)
    while position < end {
      position = Tape.next(after: isObject ? position + 1 : position, tape)
      count += 1
    }
    return count
  }

  /// The value of the member with this key; nil if the object has no such member or this is not an object.
  /// Compares each key until one matches. To read several members, use `fields`.
  public subscript(key: StaticString) -> JSONValue? {
    @inline(__always)
    @_lifetime(copy self)
    get {
      guard let found = indexOfMember(key.bytes) else { return nil }
      return JSONValue(at: found, like: self)
    }
  }

  /// Returns the value of the member with this key, compared as UTF-8 bytes; nil if there is none.
  @_lifetime(copy self)
  public func member(named key: String) -> JSONValue? {
    var key = key
    let found = key.withUTF8 { indexOfMember($0) }
    guard let found else { return nil }
    return JSONValue(at: found, like: self)
  }

  /// Returns whether the key at a tape index is this one.
  @inlinable
  @inline(__always)
  func isKey(_ key: StaticString, at position: Int) -> Bool {
    let word = tape[position]
    return Tape.tag(word) == Tape.string && Tape.equal(Tape.text(word, strings), key.bytes)
  }

  /// Returns the tape index of the value of the member with this key.
  ///
  /// - Parameter first: the tape index of the key to compare first; nil for the first key. The search wraps around.
  @usableFromInline
  func indexOfMember(_ key: UnsafeBufferPointer<UInt8>, startingAt first: Int? = nil) -> Int? {
    guard tag == Tape.object else { return nil }
    let first = first ?? index &+ 1
    return Tape.value(of: key, from: first, to: Tape.end(tape[index]) &- 1, tape, strings)
      ?? Tape.value(of: key, from: index &+ 1, to: first, tape, strings)
  }

  /// A cursor for reading several members by key. Fastest when they are read in the order in which they appear.
  public var fields: JSONFields {
    @inlinable
    @_lifetime(copy self)
    get { JSONFields(of: self) }
  }

  /// An iterator over the elements of an array; empty for other kinds.
  ///
  ///     var elements = value.elements
  ///     while let element = elements.next() { … }
  public var elements: JSONElements {
    @_lifetime(copy self)
    get { JSONElements(of: self) }
  }

  /// An iterator over the members of an object in the order of the text; empty for other kinds.
  public var members: JSONMembers {
    @_lifetime(copy self)
    get { JSONMembers(of: self) }
  }
}

extension StaticString {
  @inlinable
  @inline(__always)
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}
