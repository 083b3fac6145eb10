/// An error about a value that is not what a reader expects: what is wrong, and where.
public struct JSONFieldError: Error, Sendable, Hashable {
  /// A stable reason; the set is open.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }

    /// Of another kind: a number where text belongs.
    public static let type = Code("schema.type")
    /// A member that must be there is absent or null.
    public static let missing = Code("schema.missing")
    /// Not an exact integer, or out of range.
    public static let number = Code("schema.number")
    /// The value has the right kind, but is not allowed here.
    public static let value = Code("schema.value")
    /// No valid date or time.
    public static let time = Code("schema.time")
    /// More text or more values than a record may have.
    public static let size = Code("limit.record")
    /// A key that nothing is known of, where all are known.
    public static let unknownKey = Code("schema.unknown_key")
  }

  /// What kind of expectation the value fails.
  public let code: Code
  /// RFC 6901 pointer in the document.
  public let pointer: String
  /// One sentence without a full stop.
  public let message: String

  /// - Parameters:
  ///   - code: what kind of expectation the value fails.
  ///   - pointer: where the value is (RFC 6901).
  ///   - message: one sentence without a full stop that says what was expected.
  public init(_ code: Code, at pointer: String, _ message: String) {
    self.code = code
    self.pointer = pointer
    self.message = message
  }
}
