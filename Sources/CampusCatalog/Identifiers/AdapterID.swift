/// The id of an adapter, such as `whats-open`. It has the same form as a `CampusID`.
public struct AdapterID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The id as text.
  public let description: String

  /// Creates an id; nil if the text is not valid.
  public init?(_ text: String) {
    guard Slug.isValid(text.utf8) else { return nil }
    description = text
  }

  // Ids are ASCII, so strings compare as bytes.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
