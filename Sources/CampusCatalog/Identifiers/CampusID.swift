/// The id of a campus, such as `penn`: lower-case ASCII letters and digits, with single hyphens between them, at most 64 bytes.
public struct CampusID: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let description: String

  public init?(_ text: String) {
    guard Slug.isValid(text.utf8) else { return nil }
    description = text
  }

  // Ids are ASCII, so strings compare as bytes.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
