/// Why a text is not JSON that this program accepts, and where.
public struct JSONError: Error, Sendable, Hashable {
  /// A stable reason; the set is open.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }

    /// Not JSON by RFC 8259.
    public static let syntax = Code("json.syntax")
    /// Not UTF-8, or a surrogate without its partner.
    public static let encoding = Code("json.encoding")
    /// A number beyond 64-bit integers and finite doubles.
    public static let number = Code("json.number")
    /// One object has the same key twice (compared after escapes are resolved, as bytes).
    public static let duplicateKey = Code("json.duplicate_key")
    /// Nested deeper than `JSONDocument.maximumDepth`.
    public static let depth = Code("limit.depth")
    /// More values than the reader of the text allows.
    public static let values = Code("limit.values")
    /// More bytes than can be addressed.
    public static let size = Code("limit.size")
  }

  /// What kind of rule the text breaks.
  public let code: Code
  /// Zero-based, in bytes, counted from the first byte of the text as it was given.
  public let offset: Int
  /// One-based; lines end at LF.
  public let line: Int
  /// One-based, in Unicode scalars.
  public let column: Int
  /// One sentence without a full stop.
  public let message: String
  /// The text is the beginning of JSON, and not all of it: other bytes behind its end could have made it whole.
  public let endsEarly: Bool

  public init(_ code: Code, offset: Int, line: Int, column: Int, message: String, endsEarly: Bool = false) {
    self.code = code
    self.offset = offset
    self.line = line
    self.column = column
    self.message = message
    self.endsEarly = endsEarly
  }
}

extension JSONError: CustomStringConvertible {
  public var description: String { "\(code) at line \(line), column \(column) (byte \(offset)): \(message)" }
}
