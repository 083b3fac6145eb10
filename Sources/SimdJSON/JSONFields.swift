/// The members of one object by key, quick when keys are asked for in the order in which they stand: the records of a feed
/// all have one order, and a reader can follow it. Any other order is right too.
public struct JSONFields: ~Escapable {
  private let object: JSONValue
  /// Where on the tape the key stands that is tried first.
  private var position: Int

  @_lifetime(copy object)
  init(of object: JSONValue) {
    position = object.index &+ 1
    self.object = object
  }

  /// The member with a key; nil when there is none.
  @inline(__always)
  @_lifetime(copy self)
  public mutating func next(_ key: StaticString) -> JSONValue? {
    guard let found = object.indexOfMember(key.bytes, startingAt: position) else { return nil }
    position = Tape.next(after: found, object.tape)
    return JSONValue(at: found, like: object)
  }
}
