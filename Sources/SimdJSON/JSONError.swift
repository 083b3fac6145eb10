/// An error that describes why a text was rejected as JSON, and where.
public struct JSONError: Error, Sendable, Hashable {
  /// A stable error code. The set is open.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code as text, such as `json.syntax`.
    public let description: String

    public init(_ description: String) { self.description = description }

    /// The text is not JSON (RFC 8259).
    public static let syntax = Code("json.syntax")
    /// The text is not UTF-8, or has an unpaired surrogate.
    public static let encoding = Code("json.encoding")
    /// A number fits neither in 64 bits nor in a finite double.
    public static let number = Code("json.number")
    /// An object has the same key twice. Keys are compared as bytes, with escapes resolved.
    public static let duplicateKey = Code("json.duplicate_key")
    /// Arrays and objects nest deeper than `JSONDocument.maximumDepth`.
    public static let depth = Code("limit.depth")
    /// The text has more values than `JSONDocument.init(parsing:maximumValues:)` allows.
    public static let values = Code("limit.values")
    /// The text is too large for the available memory.
    public static let size = Code("limit.size")
  }

  public let code: Code
  /// The zero-based position in bytes, counted from the first byte of the text, including a byte order mark.
  public internal(set) var offset = 0
  /// The one-based line. Lines end at LF.
  public internal(set) var line = 1
  /// The one-based column, in Unicode scalars.
  public internal(set) var column = 1
  /// A description of the error, without a period.
  public let message: String
  /// Whether the text ends too early: more bytes could have made it valid.
  public internal(set) var endsEarly = false
}

extension JSONError: CustomStringConvertible {
  /// The error in one line: `json.syntax at line 3, column 7 (byte 41): expected a value, found "}"`.
  public var description: String { "\(code) at line \(line), column \(column) (byte \(offset)): \(message)" }
}
