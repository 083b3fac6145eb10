/// A view of one value of a `JSONDocument`: four words, no copies. It cannot outlive its document.
public struct JSONValue: ~Escapable {
  /// The seven kinds of JSON values.
  public enum Kind: Sendable, Hashable { case object, array, string, number, `true`, `false`, null }

  // Seen by the inlined functions below.
  @usableFromInline let tape: UnsafePointer<UInt64>
  @usableFromInline let strings: UnsafePointer<UInt8>
  @usableFromInline let index: Int
  /// Where pointers begin.
  @usableFromInline let anchor: Int

  @inline(__always)
  @_lifetime(borrow owner)
  init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, index: Int, owner: borrowing JSONDocument) {
    self.tape = tape
    self.strings = strings
    self.index = index
    anchor = index
  }

  @_lifetime(copy other)
  private init(anchored other: JSONValue) {
    tape = other.tape
    strings = other.strings
    index = other.index
    anchor = other.index
  }

  /// The value at another place of the same tape.
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

  /// The kind of this value.
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

  /// Whether this value is an object.
  @inlinable public var isObject: Bool { tag == Tape.object }
  @inlinable public var isArray: Bool { tag == Tape.array }
  @inlinable public var isNull: Bool { tag == Tape.null }

  /// The RFC 6901 pointer of this value in its document, or below the value that was `anchored`; "" for that value itself.
  /// Found by a walk: for messages.
  public var pointer: String { JSONPointer.of(index, from: anchor, tape: tape, strings: strings) }

  /// The same value; its pointer, and those of values that are reached from it, begin at it. So the cost of naming a place
  /// in a record does not grow with the number of records.
  public var anchored: JSONValue {
    @_lifetime(copy self)
    get { JSONValue(anchored: self) }
  }
}

// MARK: - Scalars

extension JSONValue {
  /// The text of a string, escapes resolved; nil for other kinds.
  public var string: String? {
    guard let utf8 else { return nil }
    // The parser has seen to it that the text is UTF-8, and the checks of the document that its escapes are.
    return unsafe String(copying: UTF8Span(unchecked: utf8, isKnownASCII: Tape.isASCII(Tape.text(tape[index], strings))))
  }

  /// The bytes of a string, escapes resolved, as a view; nil for other kinds.
  public var utf8: Span<UInt8>? {
    @inlinable
    @_lifetime(copy self)
    get {
      guard tag == Tape.string else { return nil }
      let span = Span(_unsafeElements: Tape.text(tape[index], strings))
      return _overrideLifetime(span, copying: self)
    }
  }

  /// True when this is a string of exactly these characters.
  public func isString(_ text: StaticString) -> Bool {
    tag == Tape.string && Tape.equal(Tape.text(tape[index], strings), text.bytes)
  }

  /// The truth value; nil for other kinds.
  public var bool: Bool? {
    switch tag {
    case Tape.yes: true
    case Tape.no: false
    default: nil
    }
  }

  /// A number written without fraction and exponent that fits: exact, never rounded. `1.0` gives nil.
  @inlinable public var integer: Int64? {
    guard tag == Tape.integer else { return nil }
    return Int64(bitPattern: tape[index + 1])
  }

  /// Any number, as the nearest double.
  public var double: Double? {
    switch tag {
    case Tape.double: Double(bitPattern: tape[index + 1])
    case Tape.integer: Double(Int64(bitPattern: tape[index + 1]))
    case Tape.unsigned: Double(tape[index + 1])
    default: nil
    }
  }

  /// A number beyond `Int64` that fits in 64 bits; nil for all others.
  public var unsigned: UInt64? { tag == Tape.unsigned ? tape[index + 1] : nil }
}

// MARK: - Containers

extension JSONValue {
  /// How many elements or members it has; 0 for scalars.
  public var count: Int {
    guard tag == Tape.object || tag == Tape.array else { return 0 }
    let end = Tape.end(tape[index]) - 1
    var count = 0
    var position = index + 1
    while position < end {
      if tag == Tape.object { position += 1 }
      position = Tape.next(after: position, tape)
      count += 1
    }
    return count
  }

  /// The member of an object with this key; nil if the member is missing or the value is not an object.
  public subscript(key: StaticString) -> JSONValue? {
    @inline(__always)
    @_lifetime(copy self)
    get { member(key.bytes) }
  }

  /// The member of an object with this key, compared as UTF-8 bytes.
  @_lifetime(copy self)
  public func member(named key: String) -> JSONValue? {
    var key = key
    let found = key.withUTF8 { indexOfMember($0) }
    guard let found else { return nil }
    return JSONValue(at: found, like: self)
  }

  @inline(__always)
  @_lifetime(copy self)
  private func member(_ key: UnsafeBufferPointer<UInt8>) -> JSONValue? {
    guard let found = indexOfMember(key) else { return nil }
    return JSONValue(at: found, like: self)
  }

  private func indexOfMember(_ key: UnsafeBufferPointer<UInt8>) -> Int? { indexOfMember(key, startingAt: index &+ 1) }

  /// Whether this key of an object is at a position of the tape.
  @inlinable
  @inline(__always)
  func isKey(_ key: StaticString, at position: Int) -> Bool {
    let word = tape[position]
    return Tape.tag(word) == Tape.string && Tape.equal(Tape.text(word, strings), key.bytes)
  }

  /// - Parameter first: the tape index of the key to compare first. The search wraps around.
  @usableFromInline
  func indexOfMember(_ key: UnsafeBufferPointer<UInt8>, startingAt first: Int) -> Int? {
    guard tag == Tape.object else { return nil }
    let end = Tape.end(tape[index]) &- 1
    var position = first
    while position < end {
      if Tape.equal(Tape.text(tape[position], strings), key) { return position &+ 1 }
      position = Tape.next(after: position &+ 1, tape)
    }
    position = index &+ 1
    while position < first {
      if Tape.equal(Tape.text(tape[position], strings), key) { return position &+ 1 }
      position = Tape.next(after: position &+ 1, tape)
    }
    return nil
  }

  /// The members by key, for a reader that looks keys up in the order in which they probably appear.
  public var fields: JSONFields {
    @inlinable
    @_lifetime(copy self)
    get { JSONFields(of: self) }
  }

  /// The elements of an array in order; none for other kinds. `while let element = elements.next() { … }`
  public var elements: JSONElements {
    @_lifetime(copy self)
    get { JSONElements(of: self) }
  }

  /// The members of an object in the order of the text; none for other kinds.
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
