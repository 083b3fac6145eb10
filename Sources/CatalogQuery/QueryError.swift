/// An error that describes why a query or one of its values is invalid.
public struct QueryError: Error, Sendable, Hashable {
  /// A stable error code. The set is open.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }

    public static let allergen = Code("query.allergen")
    public static let amount = Code("query.amount")
    public static let coordinate = Code("query.coordinate")
    public static let diet = Code("query.diet")
    public static let distance = Code("query.distance")
    public static let duration = Code("query.duration")
    public static let field = Code("query.field")
    /// A search has no letters or digits, or is too long.
    public static let text = Code("query.text")
  }

  public let code: Code
  /// The problem and a valid form, without a period.
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
