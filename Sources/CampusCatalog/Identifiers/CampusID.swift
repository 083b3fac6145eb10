/// The id of a campus, such as `penn`: lower-case ASCII letters and digits, with single hyphens between them, at most 64 bytes; none of `reserved`.
public struct CampusID: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let description: String

  /// Texts that are the first part of other addresses of the server: `/penn` is the page of a campus, and `/api` is not.
  public static let reserved: Set = ["all", "api", "assets", "campuses", "healthz", "metrics", "places", "readyz", "week"]

  public init?(_ text: String) {
    guard Slug.isValid(text.utf8), !Self.reserved.contains(text) else { return nil }
    description = text
  }

  // Ids are ASCII, so strings compare as bytes.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
