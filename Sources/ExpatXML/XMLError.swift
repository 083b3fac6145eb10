/// An error that describes why a text was rejected as XML, and where.
public struct XMLError: Error, Sendable, Hashable {
  /// A stable error code. The set is open.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code as text, such as `xml.syntax`.
    public let description: String

    public init(_ description: String) { self.description = description }

    /// The text is not well-formed XML (XML 1.0 and its namespaces).
    public static let syntax = Code("xml.syntax")
    /// The text has a document type declaration, which could define entities.
    public static let documentType = Code("xml.document_type")
    /// Elements nest deeper than `XMLDocument.maximumDepth`.
    public static let depth = Code("limit.depth")
    /// The text has more elements and attributes than `XMLDocument.init(parsing:maximumValues:)` allows.
    public static let values = Code("limit.values")
    /// The text is too large for the parser or the available memory.
    public static let size = Code("limit.size")
  }

  public let code: Code
  /// The zero-based position in bytes.
  public internal(set) var offset = 0
  /// The one-based line.
  public internal(set) var line = 1
  /// The one-based column.
  public internal(set) var column = 1
  /// A description of the error, without a period.
  public let message: String
}

extension XMLError: CustomStringConvertible {
  /// The error in one line: `xml.syntax at line 3, column 7 (byte 41): mismatched tag`.
  public var description: String { "\(code) at line \(line), column \(column) (byte \(offset)): \(message)" }
}
