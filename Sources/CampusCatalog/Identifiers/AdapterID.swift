/// The id of an adapter, such as `whats-open`. It has the same form as a `CampusID`.
public struct AdapterID: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let description: String

  public init?(_ text: String) {
    guard Slug.isValid(text.utf8) else { return nil }
    description = text
  }

  // Ids are ASCII, so strings compare as bytes.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
