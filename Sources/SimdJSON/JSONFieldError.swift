/// An error about a JSON value that the reader does not expect, with its position.
public struct JSONFieldError: Error, Sendable, Hashable {
  /// A stable error code. The set is open.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code as text, such as `schema.type`.
    public let description: String

    public init(_ description: String) { self.description = description }

    /// The value has the wrong type, such as a number instead of text.
    public static let type = Code("schema.type")
    public static let missing = Code("schema.missing")
    /// A number is not an integer, or out of range.
    public static let number = Code("schema.number")
    /// The value has the right type, but is not allowed here.
    public static let value = Code("schema.value")
    public static let time = Code("schema.time")
    /// A record has too much text or too many values.
    public static let size = Code("limit.record")
    public static let unknownKey = Code("schema.unknown_key")
  }

  public let code: Code
  /// The JSON Pointer (RFC 6901) of the value.
  public let pointer: String
  /// A description of the error, without a period.
  public let message: String

  public init(_ code: Code, at pointer: String, _ message: String) {
    self.code = code
    self.pointer = pointer
    self.message = message
  }
}
